import Foundation
import RatchetTesting

@Suite("The compiler that the tests start")
struct CompilerTests {
  @Test("is the one whose Swift library is loaded")
  func loaded() throws {
    let swiftc = try Toolchain.swiftc(libraries: Toolchain.loadedLibraries(), searchPath: "")
    #expect(swiftc.lastPathComponent == "swiftc")
  }

  @Test("is otherwise the first in the search path")
  func searchPath() throws {
    let folder = try Toolchain.swiftc(libraries: Toolchain.loadedLibraries(), searchPath: "")
      .deletingLastPathComponent().path()
    let found = try Toolchain.swiftc(
      libraries: ["/nowhere/lib/swift/linux/libswiftCore.so"], searchPath: "/nowhere:\(folder)")
    #expect(found.deletingLastPathComponent().path() == folder)
  }

  @Test("is a failure that says so when there is none")
  func missing() {
    let missing = Toolchain.Missing(
      description: """
        No swiftc was found, so nothing can be compiled: not beside the Swift library of this \
        process, and in no folder of PATH=/nowhere. Put the folder of swiftc into PATH.
        """)
    #expect(throws: missing) { try Toolchain.swiftc(libraries: [], searchPath: "/nowhere") }
  }

  @Test("needs the modules that were built with the tests, and says so when there are none")
  func noModules() {
    let missing = Toolchain.Missing(
      description: """
        No folder above /nowhere/tests.xctest has Modules/Ratchet.swiftmodule, so there is nothing \
        to compile against. Run the tests from the folder in which they were built.
        """)
    #expect(throws: missing) { try Toolchain.buildFolder(of: "/nowhere/tests.xctest") }
  }

  @Test("is started by a line that is read as a shell reads it")
  func line() {
    let job = Job(line: "/usr/bin/env -I '/a folder/b' c")
    #expect(
      job == Job(executable: URL(filePath: "/usr/bin/env"), arguments: ["-I", "/a folder/b", "c"]))
    #expect(Job(line: "") == nil)
  }

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
