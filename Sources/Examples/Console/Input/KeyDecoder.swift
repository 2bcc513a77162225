/// Decodes the bytes of a terminal into keys, across reads.
///
/// It decodes byte by byte, so the keys do not depend on how reads split the bytes. Only time
/// distinguishes a lone Esc from the start of a sequence: while `isTimed`, its owner calls
/// `timeOut()` after `escapeTimeout` without a byte.
struct KeyDecoder: Sendable {
  /// How long a lone Esc may be the start of a sequence.
  static let escapeTimeout: Duration = .milliseconds(75)

  private var phase: Phase = .ground

  private enum Phase: Sendable {
    /// Between keys. To `escape` and `character`.
    case ground
    /// After Esc. To every phase but `linuxFunction` and `paste`.
    case escape
    /// In a sequence after `Esc [`. To `ground`, or to `paste` and `linuxFunction`.
    case controlSequence(parameters: [UInt8])
    /// After `Esc O`. To `ground` with the next byte.
    case singleShift
    /// After `Esc [ [`, with which the Linux console starts F1 to F5. To `ground` with the next
    /// byte.
    case linuxFunction
    /// In a string that ends with BEL or `Esc \`. To `ground`, or to `escape` with another Esc.
    case string
    /// In a character of several bytes. To `ground`.
    case character(bytes: [UInt8], missing: Int, alt: Bool)
    /// Between the paste brackets. To `ground` with the closing one.
    case paste(PasteCollector)
  }

  /// Whether a pause would change the meaning of the bytes so far.
  var isTimed: Bool {
    switch phase {
    case .ground, .character, .paste: false
    case .escape, .controlSequence, .singleShift, .linuxFunction, .string: true
    }
  }

  /// Decodes the bytes of one read.
  mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    for byte in bytes {
      step(byte, &keys)
    }
    return keys
  }

  /// Ends a wait: a lone Esc was the key; anything longer is no known key.
  mutating func timeOut() -> [Key] {
    guard isTimed else { return [] }
    defer { phase = .ground }
    if case .escape = phase { return [.escape] }
    return []
  }
}

extension KeyDecoder {
  private mutating func step(_ byte: UInt8, _ keys: inout [Key]) {
    switch phase {
    case .ground: ground(byte, alt: false, &keys)
    case .escape: escape(byte, &keys)
    case .controlSequence(let parameters): controlSequence(byte, parameters, &keys)
    case .singleShift: finish(byte, &keys) { Key(final: $0) }
    case .linuxFunction: finish(byte, &keys) { _ in nil }
    case .string: string(byte, &keys)
    case .character(let bytes, let missing, let alt):
      character(byte, bytes, missing: missing, alt: alt, &keys)
    case .paste(var paste):
      // The phase must not hold the collected bytes too, or each byte would copy them.
      phase = .ground
      if let text = paste.collect(byte) { keys.append(.paste(text)) } else { phase = .paste(paste) }
    }
  }

  private mutating func ground(_ byte: UInt8, alt: Bool, _ keys: inout [Key]) {
    phase = .ground
    switch byte {
    case 0x1B: phase = .escape
    case 0x00...0x1F, 0x7F:
      // A control byte is its key's code without bit 6; Ctrl-A to Ctrl-Z are named in lower case.
      let scalar = Unicode.Scalar(byte ^ 0x40)
      keys.append(.control(scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar))
    case 0x20...0x7E:
      let scalar = Unicode.Scalar(byte)
      keys.append(alt ? .alt(scalar) : .character(scalar))
    case 0xC2...0xDF: phase = .character(bytes: [byte], missing: 1, alt: alt)
    case 0xE0...0xEF: phase = .character(bytes: [byte], missing: 2, alt: alt)
    case 0xF0...0xF4: phase = .character(bytes: [byte], missing: 3, alt: alt)
    default: break
    }
  }

  private mutating func escape(_ byte: UInt8, _ keys: inout [Key]) {
    switch byte {
    case UInt8(ascii: "["): phase = .controlSequence(parameters: [])
    case UInt8(ascii: "O"): phase = .singleShift
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      phase = .string
    case 0x1B: keys.append(.escape)
    default: ground(byte, alt: true, &keys)
    }
  }

  private mutating func controlSequence(
    _ byte: UInt8, _ parameters: [UInt8], _ keys: inout [Key]
  ) {
    switch byte {
    case 0x20...0x3F:
      // Longer than any known sequence: the rest no longer matters.
      if parameters.count < 16 { phase = .controlSequence(parameters: parameters + [byte]) }
    case UInt8(ascii: "[") where parameters.isEmpty: phase = .linuxFunction
    case UInt8(ascii: "~") where parameters == Array("200".utf8): phase = .paste(PasteCollector())
    default: finish(byte, &keys) { Key(final: $0) }
    }
  }

  /// Ends a sequence with its last byte; an invalid one also ends it, and is decoded on its own.
  private mutating func finish(
    _ byte: UInt8, _ keys: inout [Key], key: (UInt8) -> Key?
  ) {
    guard (0x40...0x7E).contains(byte) else { return ground(byte, alt: false, &keys) }
    phase = .ground
    if let key = key(byte) { keys.append(key) }
  }

  private mutating func string(_ byte: UInt8, _ keys: inout [Key]) {
    switch byte {
    case 0x07: phase = .ground
    // `Esc \` ends a string; to `escape` that is Alt-\, a key that is not bound.
    case 0x1B: phase = .escape
    case 0x00...0x1F: ground(byte, alt: false, &keys)
    default: break
    }
  }

  private mutating func character(
    _ byte: UInt8, _ bytes: [UInt8], missing: Int, alt: Bool, _ keys: inout [Key]
  ) {
    guard (0x80...0xBF).contains(byte) else { return ground(byte, alt: false, &keys) }
    let bytes = bytes + [byte]
    guard missing == 1 else {
      phase = .character(bytes: bytes, missing: missing - 1, alt: alt)
      return
    }
    phase = .ground
    if let scalar = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first {
      keys.append(alt ? .alt(scalar) : .character(scalar))
    }
  }
}

extension Key {
  fileprivate init?(final byte: UInt8) {
    switch byte {
    case UInt8(ascii: "A"): self = .arrow(.up)
    case UInt8(ascii: "B"): self = .arrow(.down)
    case UInt8(ascii: "C"): self = .arrow(.right)
    case UInt8(ascii: "D"): self = .arrow(.left)
    case UInt8(ascii: "Z"): self = .backTab
    default: return nil
    }
  }
}
