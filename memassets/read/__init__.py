"""Read: does retrieval rank the right memory above its own wrong twin?

topics -> facts -> probes -> twins -> rankings -> verdict -> report
"""
