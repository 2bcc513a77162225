let name = "downloads"
