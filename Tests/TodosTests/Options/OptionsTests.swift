import Console
import Testing

@testable import todos

@Suite("Options")
struct OptionsTests {
  @Test("name the file, which is in the current folder by default")
  func file() throws {
    #expect(try program.parse([]) == .run(Options(file: "todos.json")))
    #expect(try program.parse(["--file", "a b"]) == .run(Options(file: "a b")))
    #expect(try program.parse(["--file=x=y"]) == .run(Options(file: "x=y")))
    #expect(try program.parse(["--file", "a", "--file", "-"]) == .run(Options(file: "-")))
  }

  @Test(
    "ask for a text instead",
    arguments: [
      ("--help", program.help), ("-h", program.help), ("--version", "todos 0.1.0"),
    ])
  func texts(_ option: String, _ text: String) throws {
    #expect(try program.parse(["--file", "a", option]) == .print(text))
  }

  @Test(
    "that are wrong are named in one line",
    arguments: [
      (["--fiel"], "unknown option '--fiel'; did you mean '--file'?"),
      (["--flie=a"], "unknown option '--flie=a'; did you mean '--file'?"),
      (["--hlep"], "unknown option '--hlep'; did you mean '--help'?"),
      (["-v"], "unknown option '-v'; did you mean '--file'?"),
      (["--a\nb"], "unknown option '--a b'; did you mean '--last'?"),
      (
        ["add", "Milk"],
        "unexpected argument 'add'; commands are read from standard input, see --help"
      ),
      (["--file"], "option '--file' needs a path, as in --file todos.json"),
      (["--file="], "option '--file' needs a path, as in --file todos.json"),
      (["--file", "--help"], "option '--file' needs a path, as in --file todos.json"),
    ])
  func wrong(_ arguments: [String], _ message: String) {
    #expect(throws: UsageError(message)) { try program.parse(arguments) }
  }

  @Test("are explained in the help, every one, in lines of a terminal's width")
  func help() {
    for option in program.options { #expect(program.help.contains("  \(option.name)")) }
    #expect(program.help.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }
}
