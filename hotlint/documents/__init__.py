"""Files of every kind that is checked: what is wrong in a suite, in policies, in a configuration."""
