"""Speed of the solver, measured from outside: whole processes, as a user runs them."""
