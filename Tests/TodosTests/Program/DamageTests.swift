import Foundation
import TestSupport
import Testing

@Suite("A run with a file that")
struct DamageTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
  }

  @Test(
    "is not a list is left alone, and ends the run with the reason and status 65",
    arguments: [
      (#"{"name":"app"}"#, "'items' is missing"),
      (#"{"format": 1, "items": ["#, "its content is wrong: The given data was not valid JSON"),
    ])
  func foreign(_ text: String, _ reason: String) throws {
    try folder.write(text, to: "package.json")
    let result = try PipedResult(["--file", "package.json"], input: "add Milk\n", in: folder)
    #expect(
      result.errorLines == [
        """
        todos: cannot read package.json: \(reason); the file is left alone until you repair it or \
        move it away
        """
      ])
    #expect(result.lines == [])
    #expect(result.ending == .exited(65))
    #expect(try folder.names == ["package.json"])
    #expect(try folder.text(of: "package.json") == text)
  }

  @Test("is in a locked folder says so, and a signal ends the wait", arguments: [SIGINT, SIGTERM])
  func locked(_ signal: Int32) throws {
    let lock = unsafe open(folder.path, O_RDONLY | O_CLOEXEC)
    #expect(flock(lock, LOCK_EX) == 0)
    defer { close(lock) }
    let run = try PipedRun(typing: "add Milk\n", in: folder)
    run.endInput()
    #expect(
      run.seeErrors(
        "todos: waiting to save todos.json: another program has locked its folder\n"))
    run.program.send(signal)
    #expect(run.program.wait() == .exited(128 + signal))
    #expect(
      run.restOfErrors()
        == "todos: a signal has ended the program before everything was saved\n")
    #expect(try folder.names == [])
  }

  @Test("is in a folder that stays locked is waited for once, and not saved")
  func lockedForLong() throws {
    let lock = unsafe open(folder.path, O_RDONLY | O_CLOEXEC)
    #expect(flock(lock, LOCK_EX) == 0)
    defer { close(lock) }
    let result = try PipedResult(input: "add Milk\n", in: folder)
    #expect(result.ending == .exited(74))
    // A second wait would say so, too.
    #expect(
      result.errorLines == [
        "todos: waiting to save todos.json: another program has locked its folder",
        """
        todos: cannot save todos.json: another process has locked the folder for more than 10 \
        seconds; the list is kept until the program ends
        """,
      ])
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
