import Foundation
import TestSupport
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
    #expect(result.errorLines == ["todos: unknown option '--fiel'; did you mean '--file'?"])
    #expect(result.lines == [])
    #expect(result.ending == .exited(64))
  }

  @Test("with a path that is not UTF-8 is refused, because another file would be meant")
  func notUTF8() throws {
    let script = #"exec "$0" --file "$(printf 'todos-\351.json')""#
    let result = try PipedResult(
      "/bin/sh", ["-c", script, "\(TestSupport.Program.folder)/todos"], input: "add Milk\n",
      in: folder)
    #expect(result.errorLines == ["todos: argument 2 is not UTF-8: 'todos-\u{FFFD}.json'"])
    #expect(result.ending == .exited(64))
    #expect(try folder.names == [])
  }

  @Test("on an output that takes nothing ends with the reason and status 74")
  func fullDevice() throws {
    let result = try PipedResult(input: "add Milk\n", in: folder, ">/dev/full")
    #expect(result.errors == "todos: cannot write the output: No space left on device\n")
    #expect(result.ending == .exited(74))
    #expect(try folder.text(of: "todos.json").contains("Milk"))
  }

  @Test(
    "may close standard descriptors, whose numbers then lead to nothing else",
    arguments: [("<&-", 0), (">&-", 74), ("2>&-", 0)] as [(String, Int32)])
  func closedDescriptor(_ redirection: String, _ status: Int32) throws {
    _ = try PipedResult(input: "add Milk\n", in: folder)
    let result = try PipedResult(input: "show\nadd Tea\nshow\n", in: folder, redirection)
    #expect(result.ending == .exited(status))
    let next = try PipedResult(input: "", in: folder)
    #expect(next.lines.first == "1. [ ] Milk")
    #expect(next.errorLines == [])
  }
}
