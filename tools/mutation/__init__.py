"""Mutation testing of hotlint's core: small changes of the code that some test must notice."""
