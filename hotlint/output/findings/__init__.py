"""Reports: findings with lines and columns, and the forms in which they are written out, one file a form."""
