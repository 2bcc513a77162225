/// The texts that `--help`, `--version` and the command `help` print.
enum HelpText {
  static let version = "todos 0.1.0"

  static let commands = CommandName.allCases.map { name in
    let usage = "  " + name.usage
    return usage + String(repeating: " ", count: max(2, 31 - usage.count)) + name.summary
  }

  static let help = """
    A list of things to do, kept in a file: an example of features made of features.

    usage: todos [options]

    options:
      --file FILE   where the list is kept; by default todos.json in this folder
      --version     print the version
      --help        print this text

    Commands are read from standard input, one in a line:
    \(commands.joined(separator: "\n"))

    On a terminal the list is printed after each command, otherwise at the end. The
    list is saved half a second after the last change, and at the end. A file that
    cannot be read is renamed to FILE.damaged-1, and the list starts empty.
    NO_COLOR and TERM=dumb turn colour off.

    exit status:
      0    the end, asked for or reached         64   wrong command line
      65   a command of a pipe was not followed  74   not saved, or not printed
      129  after SIGHUP   130  after SIGINT      143  after SIGTERM

    example:
      printf 'add Milk\\nadd Bread\\ndone 1\\n' | todos
    """
}
