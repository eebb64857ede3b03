"""The guard path: text that the system emitted itself is kept from coming back as evidence.

sections -> artifacts -> sessions -> matches -> evidence, exclusions -> verdict -> report
"""
