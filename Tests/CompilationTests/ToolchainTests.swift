import Foundation
import RatchetTesting

@Suite("The toolchain of a test process")
struct ToolchainTests {
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
}
