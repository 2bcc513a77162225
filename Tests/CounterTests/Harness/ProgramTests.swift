import TestSupport
import Testing

@Suite("A program that a test starts")
struct ProgramTests {
  @Test("is killed when its time is over, and the issue says what was awaited")
  func killed() throws {
    let run = try PipedRun("/bin/sleep", ["1000"], seconds: 0)
    withKnownIssue {
      #expect(run.nextLine() == nil)
    } matching: {
      $0.description.contains("Killed after 0 s of waiting for a line: /bin/sleep 1000")
    }
    withKnownIssue { #expect(run.program.wait() == .killed(by: SIGKILL)) }
  }

  @Test("has no descriptor of another test")
  func descriptors() throws {
    let other = fcntl(STDERR_FILENO, F_DUPFD, 10)
    defer { close(other) }
    #expect(try PipedResult("/bin/sh", ["-c", "test -e /dev/fd/\(other)"]).ending == .exited(1))
    #expect(try PipedResult("/bin/sh", ["-c", "test -e /dev/fd/2"]).ending == .exited(0))
  }
}
