import Foundation
import Testing

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
    let program = try Program([], in: folder, ends: ends)
    try errors.writeEnd.close()
    try input.writeEnd.write(contentsOf: Data("add Milk\n".utf8))
    try input.writeEnd.close()
    let message = String(decoding: try errors.readEnd.readToEnd() ?? Data(), as: UTF8.self)
    #expect(message == "todos: cannot write the output: No space left on device\n")
    #expect(program.wait() == 74)
    #expect(try folder.text(of: "todos.json").contains("Milk"))
  }

  @Test(
    "may close standard descriptors, whose numbers then lead to nothing else",
    arguments: [("<&-", 0), (">&-", 74), ("2>&-", 0)] as [(String, Int32)])
  func closedDescriptor(_ redirection: String, _ status: Int32) throws {
    _ = try PipedResult(input: "add Milk\n", in: folder)
    let result = try PipedResult(input: "show\nadd Tea\nshow\n", in: folder, redirection)
    #expect(result.status == status)
    let next = try PipedResult(input: "", in: folder)
    #expect(next.output.first == "1. [ ] Milk")
    #expect(next.errors == [])
  }
}
