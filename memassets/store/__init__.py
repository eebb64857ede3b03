"""Store: everything about a vault of real memories.

memories -> rankings -> verdict
"""
