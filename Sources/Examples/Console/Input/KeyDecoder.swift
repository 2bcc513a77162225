/// Decodes the bytes of a terminal into keys, across reads.
///
/// It decodes byte by byte, so the keys do not depend on how reads split the bytes. Only time
/// distinguishes a lone Esc from the start of a sequence, and ends a sequence of which the rest was
/// lost: its owner calls `timeOut()` after `timeout` without a byte. Ctrl-C is a key at any time.
struct KeyDecoder: Sendable {
  /// How long a lone Esc may be the start of a sequence.
  static let escapeTimeout: Duration = .milliseconds(75)
  /// How long the rest of a sequence, a character or a paste may take, on a slow line.
  static let restTimeout: Duration = .seconds(1)

  private var phase: Phase = .ground

  private enum Phase: Sendable {
    /// Between keys. To `escape` and `character`.
    case ground
    /// After Esc. To every phase but `linuxFunction`, `mouse`, `stringEnd` and those of a paste.
    case escape
    /// In a sequence after `Esc [`. To `ground`, or to `paste`, `mouse` and `linuxFunction`.
    case controlSequence(parameters: [UInt8])
    /// After `Esc O`. To `ground` with the next byte.
    case singleShift
    /// After `Esc [ [`, with which the Linux console starts F1 to F5. To `ground` with the next
    /// byte.
    case linuxFunction
    /// After `Esc [ M`, with which a mouse reports a button and a place. To `ground`.
    case mouse(missing: Int)
    /// In a string that ends with BEL or `Esc \`. To `ground`, or to `stringEnd` with Esc.
    case string
    /// After Esc in a string. To `ground` with its end, otherwise as `escape`.
    case stringEnd
    /// In a character of several bytes. To `ground`.
    case character(bytes: [UInt8], missing: Int, alt: Bool)
    /// Between the paste brackets. To `ground` with the closing one, or to `latePaste`.
    case paste(PasteCollector)
    /// After a pause in a paste: the rest, which is dropped, since it must not act as keys. To
    /// `ground` with the closing bracket, or after another pause.
    case latePaste(PasteCollector)
  }

  /// How long a pause ends what has begun; nil between keys.
  @inline(never)
  var timeout: Duration? {
    switch phase {
    case .ground: nil
    case .escape: Self.escapeTimeout
    default: Self.restTimeout
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

  /// Ends a wait: a lone Esc was the key, a paste ends without its end, and the rest is no key.
  mutating func timeOut() -> [Key] {
    let ended = phase
    phase = .ground
    switch ended {
    case .escape: return [.escape]
    case .paste(let paste):
      phase = .latePaste(paste)
      return [.paste(paste.text)]
    default: return []
    }
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
    case .mouse(let missing):
      if byte < 0x20 { return ground(byte, alt: false, &keys) }
      phase = missing > 1 ? .mouse(missing: missing - 1) : .ground
    case .string: string(byte, &keys)
    case .stringEnd:
      if byte == UInt8(ascii: "\\") { phase = .ground } else { escape(byte, &keys) }
    case .character(let bytes, let missing, let alt):
      character(byte, bytes, missing: missing, alt: alt, &keys)
    // Where the end of a paste was lost, the program can still be left.
    case .paste where byte == 0x03, .latePaste where byte == 0x03: keys.append(.control("c"))
    case .paste(var paste):
      // The phase must not hold the collected bytes too, or each byte would copy them.
      phase = .ground
      if let text = paste.collect(byte) { keys.append(.paste(text)) } else { phase = .paste(paste) }
    case .latePaste(var paste):
      phase = .ground
      if paste.collect(byte) == nil { phase = .latePaste(paste) }
    }
  }

  private mutating func ground(_ byte: UInt8, alt: Bool, _ keys: inout [Key]) {
    phase = .ground
    switch byte {
    case 0x1B: phase = .escape
    case 0x00...0x1F, 0x7F: keys.append(Key(controlByte: byte))
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
    case UInt8(ascii: "M") where parameters.isEmpty: phase = .mouse(missing: 3)
    case UInt8(ascii: "~") where parameters == Array("200".utf8): phase = .paste(PasteCollector())
    default: finish(byte, &keys) { Key(final: $0, parameters) }
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
    case 0x1B: phase = .stringEnd
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
  /// The key of a sequence; nil for an unknown one.
  fileprivate init?(final byte: UInt8, _ parameters: [UInt8] = []) {
    // Numbers, each of which may have more about it after a colon.
    let numbers = String(decoding: parameters, as: UTF8.self).split(separator: ";").map {
      $0.split(separator: ":").map { Int($0) ?? 0 }
    }
    let (code, held) = (numbers.first?.first ?? 0, numbers.dropFirst().first ?? [])
    // The release of a key, in kitty's protocol.
    if held.dropFirst().first == 3 { return nil }
    switch (byte, code) {
    case (UInt8(ascii: "A"), _): self = .arrow(.up)
    case (UInt8(ascii: "B"), _): self = .arrow(.down)
    case (UInt8(ascii: "C"), _): self = .arrow(.right)
    case (UInt8(ascii: "D"), _): self = .arrow(.left)
    case (UInt8(ascii: "Z"), _): self = .backTab
    case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), 1), (UInt8(ascii: "~"), 7): self = .home
    case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), 4), (UInt8(ascii: "~"), 8): self = .end
    case (UInt8(ascii: "~"), 3): self = .delete
    case (UInt8(ascii: "~"), 5): self = .pageUp
    case (UInt8(ascii: "~"), 6): self = .pageDown
    case (UInt8(ascii: "u"), _): self.init(code: code, held: held.first)
    case (UInt8(ascii: "~"), 27): self.init(code: numbers.last?.first ?? 0, held: held.first)
    default: return nil
    }
  }

  /// A key as kitty reports it, and xterm, where another program has left that on: its code, and
  /// one more than the sum of 1 for Shift, 2 for Alt, 4 for Ctrl, and more for locks.
  private init?(code: Int, held: Int?) {
    let held = max(0, (held ?? 1) - 1)
    // The private range is that of keys without a character.
    guard let value = UInt32(exactly: code), let scalar = Unicode.Scalar(value), value > 0,
      !(0xE000...0xF8FF).contains(value)
    else { return nil }
    switch value {
    case 0x1B: self = .escape
    case 0x09 where held & 1 != 0: self = .backTab
    case 0x01..<0x20, 0x7F: self.init(controlByte: UInt8(value))
    case _ where held & 4 != 0: self = .control(scalar.lowercased)
    case _ where held & 2 != 0: self = .alt(scalar)
    case _ where held & 1 != 0:
      self = .character(scalar.properties.uppercaseMapping.unicodeScalars.first ?? scalar)
    default: self = .character(scalar)
    }
  }

  /// A control byte is its key's code without bit 6; Ctrl-A to Ctrl-Z are named in lower case.
  fileprivate init(controlByte byte: UInt8) {
    self = .control(Unicode.Scalar(byte ^ 0x40).lowercased)
  }
}

extension Unicode.Scalar {
  fileprivate var lowercased: Unicode.Scalar {
    properties.lowercaseMapping.unicodeScalars.first ?? self
  }
}
