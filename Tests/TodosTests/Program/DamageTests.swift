import Foundation
import Testing

@Suite("A run with a file that")
struct DamageTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
  }

  @Test("is damaged names it and the reason once, keeps it, and starts empty")
  func damaged() throws {
    try folder.write(#"{"format": 1, "items": ["#, to: "my.json")
    let result = try PipedResult(["--file", "my.json"], input: "add Milk\n", in: folder)
    let file = URL(fileURLWithPath: folder.path).resolvingSymlinksInPath().path
    #expect(
      result.errors == [
        """
        todos: cannot read my.json: it is not valid JSON, and seems to be cut off; it is kept as \
        \(file)/my.json.damaged-1, and the list starts empty
        """
      ])
    #expect(result.output == ["1. [ ] Milk", "1 active, 0 completed"])
    #expect(result.status == 0)
    #expect(try folder.names == ["my.json", "my.json.damaged-1"])
    #expect(try folder.text(of: "my.json.damaged-1") == #"{"format": 1, "items": ["#)
  }

  @Test("cannot be written goes on, says so, and ends with status 74")
  func unwritable() throws {
    let result = try PipedResult(
      ["--file=none/my.json"], input: "add Milk\nadd Tea\n", in: folder)
    // More than once only where the end comes later than the save.
    #expect(
      Set(result.errors) == [
        """
        todos: cannot save none/my.json: No such file or directory; the list is kept until the program \
        ends
        """
      ])
    #expect(result.output == ["1. [ ] Milk", "2. [ ] Tea", "2 active, 0 completed"])
    #expect(result.status == 74)
  }

  @Test("cannot be written for a while is written with the next change")
  func recovers() throws {
    let run = try PipedRun(["--file=sub/my.json"], in: folder)
    try run.type("add Milk\n")
    #expect(try run.seeErrors("todos: cannot save sub/my.json: "))
    try FileManager.default.createDirectory(
      atPath: folder.path("sub"), withIntermediateDirectories: false)
    try run.type("add Tea\n")
    try run.endInput()
    #expect(try run.restOfOutput() == "1. [ ] Milk\n2. [ ] Tea\n2 active, 0 completed\n")
    #expect(run.program.wait() == 0)
    #expect(try folder.text(of: "sub/my.json").contains("Milk"))
  }
}

@Suite("The command line of todos")
struct CommandLineTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
  }

  @Test("with an unknown option is refused with its name and status 64")
  func unknownOption() throws {
    let result = try PipedResult(["--fiel"], input: "", in: folder)
    #expect(result.errors == ["todos: unknown option '--fiel'; did you mean '--file'?"])
    #expect(result.output == [])
    #expect(result.status == 64)
  }

  @Test("asks for a text and nothing else")
  func texts() throws {
    let version = try PipedResult(["--version"], input: "add Milk\n", in: folder)
    #expect(version.output == ["todos 0.1.0"])
    let help = try PipedResult(["--help"], input: "add Milk\n", in: folder)
    #expect(help.output.first?.hasPrefix("A list of things to do") == true)
    #expect([version.status, help.status] == [0, 0])
    #expect(version.errors + help.errors == [])
    #expect(try folder.names == [])
  }

  @Test("on an output that takes nothing ends with the reason and status 74")
  func fullDevice() throws {
    let (input, errors) = (try PrivatePipe(), try PrivatePipe())
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let ends = Program.Ends(input: input.readEnd, output: full, errors: errors.writeEnd)
    let program = try Program([], in: folder, ends: ends, environment: [:])
    try errors.writeEnd.close()
    try input.writeEnd.write(contentsOf: Data("add Milk\n".utf8))
    try input.writeEnd.close()
    let message = String(decoding: try errors.readEnd.readToEnd() ?? Data(), as: UTF8.self)
    #expect(message == "todos: cannot write the output: No space left on device\n")
    #expect(program.wait() == 74)
    #expect(try folder.text(of: "todos.json").contains("Milk"))
  }
}
