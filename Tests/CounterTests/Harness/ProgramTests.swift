import TestSupport
import Testing

@Suite("A program that a test starts")
struct ProgramTests {
  @Test("is killed when its time is over, and the issue says what was awaited")
  @MainActor func killed() async throws {
    let run = try PipedRun("/bin/sleep", ["1000"], seconds: 0)
    try await expectIssues {
      #expect(run.nextLine() == nil)
      #expect(run.program.wait() == .killed(by: SIGKILL))
    } matching: {
      $0.description.contains("Killed after 0 s of waiting for ")
        && $0.description.hasSuffix(": /bin/sleep 1000")
    }
  }

  @Test("has no descriptor of another test")
  func descriptors() throws {
    let other = fcntl(STDERR_FILENO, F_DUPFD, 10)
    defer { close(other) }
    #expect(try PipedResult("/bin/sh", ["-c", "test -e /dev/fd/\(other)"]).ending == .exited(1))
    #expect(try PipedResult("/bin/sh", ["-c", "test -e /dev/fd/2"]).ending == .exited(0))
  }
}
