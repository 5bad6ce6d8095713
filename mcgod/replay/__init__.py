"""What was recorded of turns, shown again, judged again and compared. It reads traces and writes nothing."""
