let name = "meetings"
