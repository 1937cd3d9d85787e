from_auto_later = "b.auto"
