"""The words more than one path speaks: policy, reasons, verdicts, measures, ports and the finders of `text/`."""
