"""The script, written from the notes: data, tensors, operators, what is printed, and how lines are broken."""
