import Foundation
import RatchetTesting

@Suite("A job")
struct JobTests {
  @Test("is read from a line as a shell reads it")
  func line() {
    let job = Job(line: "/usr/bin/env -I '/a folder/b' c")
    #expect(
      job == Job(executable: URL(filePath: "/usr/bin/env"), arguments: ["-I", "/a folder/b", "c"]))
    #expect(Job(line: "") == nil)
  }

  @Test("gives all that the program writes, and its status")
  func output() async throws {
    let script =
      "i=0; while [ $i -lt 20000 ]; do echo line $i; i=$((i+1)); done; echo x >&2; exit 3"
    let job = Job(executable: URL(filePath: "/bin/sh"), arguments: ["-c", script])
    let output = try await job.output()
    #expect(output.text.split(separator: "\n").count == 20_001)
    #expect(output.status == 3)
  }
}
