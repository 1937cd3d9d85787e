from_file = "prod"
