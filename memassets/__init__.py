"""Quality control of an AI agent's memory, as a Dagster asset graph.

Five paths, one pipeline:

    sessions -> (guard) evidence -> candidates -> (write) memories -> (merge) curated store -> (read) retrieval

read    facts -> probes -> twins -> rankings -> verdict -> report
write   candidates -> decisions -> manifest -> verdict -> report
merge   groups -> decisions -> manifest -> verdict -> report
guard   sections -> artifacts -> sessions -> matches -> evidence, exclusions -> verdict -> report
store   memories -> rankings -> verdict, plan -> gate -> outcome

Inside a path the modules are named after the table they make, in the order the data passes through them, and a module
imports only modules to its left. `definitions.py` assembles the graph; `cli/` is the door from a shell.
"""
