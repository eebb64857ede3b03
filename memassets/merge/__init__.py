"""The merge path: are duplicates folded, and contradictions never?

groups -> decisions -> manifest -> verdict -> report
"""
