import Testing

@testable import todos

@Suite("Options")
struct OptionsTests {
  @Test("name the file, which is in the current folder by default")
  func file() throws {
    #expect(try Options.parse([]) == .run(Options(file: "todos.json")))
    #expect(try Options.parse(["--file", "a b"]) == .run(Options(file: "a b")))
    #expect(try Options.parse(["--file=x=y"]) == .run(Options(file: "x=y")))
    #expect(try Options.parse(["--file", "a", "--file", "-"]) == .run(Options(file: "-")))
  }

  @Test(
    "ask for a text instead",
    arguments: [("--help", Options.Request.help), ("-h", .help), ("--version", .version)])
  func texts(_ option: String, _ request: Options.Request) throws {
    #expect(try Options.parse(["--file", "a", option]) == request)
  }

  @Test(
    "that are wrong are named in one line",
    arguments: [
      (["--fiel"], "unknown option '--fiel'; did you mean '--file'?"),
      (["--flie=a"], "unknown option '--flie=a'; did you mean '--file'?"),
      (["--hlep"], "unknown option '--hlep'; did you mean '--help'?"),
      (["-v"], "unknown option '-v'; did you mean '--file'?"),
      (["--a\nb"], "unknown option '--a b'; did you mean '--file'?"),
      (
        ["add", "Milk"],
        "unexpected argument 'add'; commands are read from standard input, see --help"
      ),
      (["--file"], "option '--file' needs a path, as in --file todos.json"),
      (["--file="], "option '--file' needs a path, as in --file todos.json"),
      (["--file", "--help"], "option '--file' needs a path, as in --file todos.json"),
    ])
  func wrong(_ arguments: [String], _ message: String) {
    let error = #expect(throws: OptionError.self) { try Options.parse(arguments) }
    #expect(error?.message == message)
  }

  @Test("are explained in the help, every one, in lines of a terminal's width")
  func help() {
    for option in Options.known { #expect(HelpText.help.contains("  \(option)")) }
    #expect(HelpText.help.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }
}
