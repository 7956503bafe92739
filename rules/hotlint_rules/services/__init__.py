"""Rules on what the services of OpenStack refuse after Heat has accepted a template, as far as the template tells."""
