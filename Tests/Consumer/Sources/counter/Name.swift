let name = "counter"
