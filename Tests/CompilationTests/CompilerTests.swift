import Foundation
import Testing

@Suite("The compiler that the tests start")
struct CompilerTests {
  @Test("gives all that it writes, and its status")
  func output() async throws {
    let script =
      "i=0; while [ $i -lt 20000 ]; do echo line $i; i=$((i+1)); done; echo x >&2; exit 3"
    let job = Job(executable: URL(filePath: "/bin/sh"), arguments: ["-c", script])
    let output = try await job.output()
    #expect(output.text.split(separator: "\n").count == 20_001)
    #expect(output.status == 3)
  }
}
