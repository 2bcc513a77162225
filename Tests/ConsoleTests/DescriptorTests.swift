import Testing

@testable import Console

@Suite("A descriptor")
struct DescriptorTests {
  @Test("is as good as on the disk where nothing can be, but not if it is closed")
  func synchronized() throws {
    let pipe = try WakePipe()
    // A pipe refuses it as some file systems do.
    try Descriptor(number: pipe.writeEnd).synchronize()
    for end in [pipe.readEnd, pipe.writeEnd] { close(end) }
    #expect(throws: SystemError(code: EBADF)) { try Descriptor(number: -1).synchronize() }
  }
}
