import Foundation
import TestSupport
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
      result.errorLines == [
        """
        todos: cannot read my.json: its content is wrong: The given data was not valid JSON; it is \
        kept as \(file)/my.json.damaged-1, and the list starts empty
        """
      ])
    #expect(result.lines == ["1. [ ] Milk", "1 active, 0 completed"])
    #expect(result.ending == .exited(0))
    #expect(try folder.names == ["my.json", "my.json.damaged-1"])
    #expect(try folder.text(of: "my.json.damaged-1") == #"{"format": 1, "items": ["#)
  }

  @Test("cannot be written goes on, says so, and ends with status 74")
  func unwritable() throws {
    let result = try PipedResult(
      ["--file=none/my.json"], input: "add Milk\nadd Tea\n", in: folder)
    // More than once only where the end comes later than the save.
    #expect(
      Set(result.errorLines) == [
        """
        todos: cannot save none/my.json: No such file or directory; the list is kept until the program \
        ends
        """
      ])
    #expect(result.lines == ["1. [ ] Milk", "2. [ ] Tea", "2 active, 0 completed"])
    #expect(result.ending == .exited(74))
  }

  @Test("cannot be written for a while is written with the next change")
  func recovers() throws {
    let run = try PipedRun(["--file=sub/my.json"], in: folder)
    run.type("add Milk\n")
    #expect(run.seeErrors("todos: cannot save sub/my.json: "))
    try FileManager.default.createDirectory(
      atPath: folder.path("sub"), withIntermediateDirectories: false)
    run.type("add Tea\n")
    run.endInput()
    #expect(run.restOfOutput() == "1. [ ] Milk\n2. [ ] Tea\n2 active, 0 completed\n")
    #expect(run.program.wait() == .exited(0))
    #expect(try folder.text(of: "sub/my.json").contains("Milk"))
  }
}
