let name = "search"
