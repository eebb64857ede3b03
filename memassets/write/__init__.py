"""Write: does the store admit the right candidate and refuse the wrong one?

candidates -> decisions -> manifest -> verdict -> report
"""
