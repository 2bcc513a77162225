import TestSupport
import Testing

@Suite("A program that a test starts")
struct ProgramTests {
  @Test("has no descriptor of another test")
  func descriptors() throws {
    let other = fcntl(STDERR_FILENO, F_DUPFD, 10)
    defer { close(other) }
    #expect(try PipedResult("/bin/sh", ["-c", "test -e /dev/fd/\(other)"]).ending == .exited(1))
    #expect(try PipedResult("/bin/sh", ["-c", "test -e /dev/fd/2"]).ending == .exited(0))
  }
}
