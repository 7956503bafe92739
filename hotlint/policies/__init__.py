"""Policies: rules of a site's own, written as CEL expressions on the resolved values of a dry run."""
