let name = "todos"
