let name = "Console"
