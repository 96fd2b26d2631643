"""What eliminations cost, against what they cost any model of the same strength."""
