"""Looking operators up: which there are, and what is known of each."""
