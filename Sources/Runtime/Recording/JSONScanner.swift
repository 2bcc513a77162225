/// Finds values in JSON text, and where each ends, without decoding them.
struct JSONScanner {
  private let bytes: ArraySlice<UInt8>
  private var index: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  /// Calls a closure with where the name and the value of each member of an object are.
  static func members(
    of bytes: ArraySlice<UInt8>,
    _ visit: (_ name: Range<Int>, _ value: Range<Int>) throws(RecordingError) -> Void
  ) throws(RecordingError) {
    var scanner = JSONScanner(bytes)
    try scanner.list(from: UInt8(ascii: "{"), to: UInt8(ascii: "}")) {
      scanner throws(RecordingError) in
      let name = try scanner.string()
      try scanner.take(UInt8(ascii: ":"))
      try visit(name, try scanner.value())
    }
    try scanner.end()
  }

  /// Calls a closure with where each element of an array is.
  static func elements(
    of bytes: ArraySlice<UInt8>, _ visit: (Range<Int>) throws(RecordingError) -> Void
  ) throws(RecordingError) {
    var scanner = JSONScanner(bytes)
    try scanner.list(from: UInt8(ascii: "["), to: UInt8(ascii: "]")) {
      scanner throws(RecordingError) in
      try visit(try scanner.value())
    }
    try scanner.end()
  }

  // MARK: - Parts

  private mutating func list(
    from open: UInt8, to close: UInt8, _ part: (inout Self) throws(RecordingError) -> Void
  ) throws(RecordingError) {
    try take(open)
    if peek() == close { return index += 1 }
    while true {
      try part(&self)
      guard let byte = peek() else { throw Self.noJSON }
      index += 1
      if byte == close { return }
      if byte != UInt8(ascii: ",") { throw Self.noJSON }
    }
  }

  private mutating func end() throws(RecordingError) {
    if peek() != nil { throw Self.noJSON }
  }

  /// The next byte that is no white space.
  private mutating func peek() -> UInt8? {
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte > 0x20 { return byte }
      index += 1
    }
    return nil
  }

  private mutating func take(_ byte: UInt8) throws(RecordingError) {
    if peek() != byte { throw Self.noJSON }
    index += 1
  }

  /// What stands between two quotation marks, as it is written.
  private mutating func string() throws(RecordingError) -> Range<Int> {
    try take(UInt8(ascii: "\""))
    let start = index
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += 1
        return start..<index - 1
      case UInt8(ascii: "\\"): index += 2
      default: index += 1
      }
    }
    throw Self.noJSON
  }

  private mutating func value() throws(RecordingError) -> Range<Int> {
    guard let first = peek() else { throw Self.noJSON }
    let start = index
    switch first {
    case UInt8(ascii: "\""): _ = try string()
    case UInt8(ascii: "{"), UInt8(ascii: "["): try skipNested()
    default: skipWord()
    }
    return start..<index
  }

  private mutating func skipNested() throws(RecordingError) {
    var depth = 0
    repeat {
      guard let byte = peek() else { throw Self.noJSON }
      switch byte {
      case UInt8(ascii: "\""):
        _ = try string()
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      index += 1
    } while depth > 0
  }

  private mutating func skipWord() {
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"): return
      case let byte where byte <= 0x20: return
      default: index += 1
      }
    }
  }

  private static var noJSON: RecordingError {
    RecordingError(.damaged, "the line is not valid JSON")
  }
}
