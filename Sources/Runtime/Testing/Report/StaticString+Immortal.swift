extension StaticString {
  /// A static string with the text of another string, which is never released.
  ///
  /// XCTest takes the place of a failure as a `StaticString` only, and Swift Testing's source locations hold strings.
  init(immortal text: String) {
    let utf8 = Array(text.utf8)
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: utf8.count + 1)
    _ = unsafe copy.initialize(from: utf8 + [0])
    // Safe: a StaticString is two words and a byte of flags, in this order, which the standard library
    // declares `@frozen`. No flag set means a pointer to UTF-8 that is not all ASCII, with its length.
    // The buffer is initialized, ends in zero, and is never deallocated.
    let parts = (UInt(bitPattern: copy.baseAddress), UInt(utf8.count), UInt8(0))
    precondition(MemoryLayout<StaticString>.size == MemoryLayout.size(ofValue: parts))
    self = unsafe unsafeBitCast(parts, to: StaticString.self)
  }
}
