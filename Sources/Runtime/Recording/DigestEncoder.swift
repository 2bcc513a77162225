import Ratchet

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Encodes a value to a digest, a 64-bit hash of what the value encodes, without writing text.
///
/// Used by `StateDigest`, for each state that is recorded or replayed. Owns the hash of what was
/// encoded so far, and an encoder for each nested container. Do not use it for two values: their
/// hashes would mix.
///
/// A value encodes itself through the containers of `DigestContainers.swift`. For each part, they
/// call `hash` and then `set`, `add` or `append` with the result. Some types are hashed without a
/// container: frequent types, other numbers, and types that encode equal values in several ways,
/// such as sets.
final class DigestEncoder: Encoder {
  /// What was encoded so far, without nested containers.
  private enum Content {
    /// Nothing was encoded yet. Any other case follows.
    case empty
    /// One value, with its hash.
    case single(UInt64)
    /// Values under keys: the sum of the hashes of all pairs, so that their order does not count.
    case keyed(UInt64)
    /// Values one after the other: their hash so far, to which the next value is added.
    case list(DigestHash)
  }

  let codingPath: [any CodingKey]
  /// The mark of a recording's encoders: `Redacted` values then encode their placeholders.
  var userInfo: [CodingUserInfoKey: Any] { Redaction.key.map { [$0: true] } ?? [:] }
  private var content = Content.empty
  /// The number of values in the list so far, nested containers included.
  private(set) var count = 0
  /// The encoders of nested containers, each with the hash of its key, or its position in a list.
  ///
  /// A value may fill a nested container after it has encoded other parts, so the digests of nested
  /// containers are computed at the end.
  private var nested: [(key: UInt64, encoder: DigestEncoder)] = []
  /// The hash of each member that was encoded under a key, for `members`; `nil` if the encoder was
  /// made without `keepsMembers`.
  private var hashes: [String: UInt64]?

  init(codingPath: [any CodingKey], keepsMembers: Bool = false) {
    self.codingPath = codingPath
    hashes = keepsMembers ? [:] : nil
  }

  /// The digests of the members that were encoded under keys, by their names.
  var members: [String: UInt64] {
    var members = hashes ?? [:]
    for (_, encoder) in nested {
      guard let name = encoder.codingPath.last?.stringValue else { continue }
      members[name] = encoder.digest
    }
    return members
  }

  /// The digest of all that was encoded.
  var digest: UInt64 {
    var hash: DigestHash
    switch content {
    case .empty: hash = DigestHash(.empty)
    case .single(let bits): return nested.isEmpty ? bits : joined(with: bits)
    case .keyed(let sum):
      hash = DigestHash(.keyed)
      hash.add(nested.reduce(sum) { $0 &+ Self.pair($1.key, $1.encoder.digest) })
      return hash.bits
    case .list(let list): hash = list
    }
    for (position, encoder) in nested {
      hash.add(position)
      hash.add(encoder.digest)
    }
    return hash.bits
  }

  /// The digest of a value that has encoded a single value (of hash `bits`) and nested containers.
  private func joined(with bits: UInt64) -> UInt64 {
    var hash = DigestHash(.list)
    hash.add(bits)
    for (_, encoder) in nested { hash.add(encoder.digest) }
    return hash.bits
  }

  /// The hash of a key and its value, from the hashes of both.
  private static func pair(_ key: UInt64, _ value: UInt64) -> UInt64 {
    DigestHash.mixed(key ^ DigestHash.mixed(value))
  }

  // MARK: - Containers

  // A value may ask for the same container more than once: what was encoded so far stays. A second
  // kind of container is a mistake, at which `JSONEncoder` traps. Here, a single value replaces the
  // content so far, and the values of any other second kind are ignored.

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .empty = content { content = .keyed(0) }
    return KeyedEncodingContainer(DigestKeyedContainer(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .empty = content { content = .list(DigestHash(.list)) }
    return DigestListContainer(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    DigestValueContainer(encoder: self)
  }

  // MARK: - Values, as the containers add them

  /// Takes the hash of a value that is encoded as the only one.
  func set(_ bits: UInt64) {
    content = .single(bits)
  }

  /// Takes the hash of a value that is encoded under a key.
  func add(_ bits: UInt64, forKey key: some CodingKey) {
    guard case .keyed(let sum) = content else { return }
    content = .keyed(sum &+ Self.pair(Self.hash(key), bits))
    hashes?[key.stringValue] = bits
  }

  /// Takes the hash of the next value of a list.
  func append(_ bits: UInt64) {
    guard case .list(var hash) = content else { return }
    hash.add(bits)
    content = .list(hash)
    count += 1
  }

  /// Makes the encoder of a container that is nested under a key.
  func nest(forKey key: some CodingKey) -> DigestEncoder {
    let encoder = DigestEncoder(codingPath: codingPath + [key])
    nested.append((Self.hash(key), encoder))
    return encoder
  }

  /// Makes the encoder of a container that is the next value of a list.
  func nestInList() -> DigestEncoder {
    let encoder = DigestEncoder(codingPath: codingPath)
    nested.append((UInt64(count), encoder))
    count += 1
    return encoder
  }

  private static func hash(_ key: some CodingKey) -> UInt64 {
    var hash = DigestHash(.text)
    hash.add(key.stringValue)
    return hash.bits
  }
}

// MARK: - The hash of a value

extension DigestEncoder {
  /// The hash of a part of what this encoder encodes; the caller adds it.
  func hash<Value: Encodable>(_ value: Value) throws -> UInt64 {
    try hash(value, with: DigestEncoder(codingPath: codingPath))
  }

  /// The hash of a value.
  ///
  /// Unless its type is hashed without a container, `encoder` encodes it, and is made only then.
  func hash<Value: Encodable>(
    _ value: Value, with encoder: @autoclosure () -> DigestEncoder
  ) throws -> UInt64 {
    if let bits = Self.plain(value) { return bits }
    if let value = value as? any DigestedSpecially { return try value.digest(by: self) }
    let encoder = encoder()
    try value.encode(to: encoder)
    return encoder.digest
  }

  /// The hash of a value of a frequent type, without the cost of a container; `nil` for others.
  private static func plain<Value>(_ value: Value) -> UInt64? {
    if Value.self == Int.self, let value = value as? Int { return hash(of: value) }
    if Value.self == String.self, let value = value as? String { return hash(of: value) }
    if Value.self == Double.self, let value = value as? Double { return hash(of: value) }
    if Value.self == Bool.self, let value = value as? Bool { return hash(of: value) }
    if Value.self == UUID.self, let value = value as? UUID { return hash(of: value.uuidString) }
    return nil
  }

  static func hash(of integer: some BinaryInteger) -> UInt64 {
    var hash = DigestHash(.integer)
    if integer.bitWidth > 64 {
      for word in integer.words { hash.add(UInt64(word)) }
    } else {
      hash.add(UInt64(truncatingIfNeeded: integer))
    }
    return hash.bits
  }

  static func hash(of text: String) -> UInt64 {
    var hash = DigestHash(.text)
    hash.add(text)
    return hash.bits
  }

  static func hash(of number: Double) -> UInt64 {
    var hash = DigestHash(.double)
    // NaN has many bit patterns, and the text of a recording is the same for all.
    hash.add(number.isNaN ? Double.nan.bitPattern : number.bitPattern)
    return hash.bits
  }

  static func hash(of bool: Bool) -> UInt64 {
    var hash = DigestHash(.bool)
    hash.add(bool ? 1 : 0)
    return hash.bits
  }

  static var hashOfNil: UInt64 { DigestHash(.null).bits }
}

// MARK: - Types that are hashed without a container

/// A type whose digest is computed from its value, not from what it encodes; `encoder` hashes the
/// elements of a collection.
private protocol DigestedSpecially {
  func digest(by encoder: DigestEncoder) throws -> UInt64
}

// MARK: - Numbers

extension DigestedSpecially where Self: BinaryInteger {
  fileprivate func digest(by encoder: DigestEncoder) -> UInt64 { DigestEncoder.hash(of: self) }
}

extension Int8: DigestedSpecially {}
extension Int16: DigestedSpecially {}
extension Int32: DigestedSpecially {}
extension Int64: DigestedSpecially {}
extension Int128: DigestedSpecially {}
extension UInt: DigestedSpecially {}
extension UInt8: DigestedSpecially {}
extension UInt16: DigestedSpecially {}
extension UInt32: DigestedSpecially {}
extension UInt64: DigestedSpecially {}
extension UInt128: DigestedSpecially {}

extension Float: DigestedSpecially {
  fileprivate func digest(by encoder: DigestEncoder) -> UInt64 {
    DigestEncoder.hash(of: Double(self))
  }
}

// MARK: - Types that encode equal values in several ways

extension Decimal: DigestedSpecially {
  /// Hashes the text, because 1 and 1.0 may be stored with different digits, but are the same in
  /// JSON.
  fileprivate func digest(by encoder: DigestEncoder) -> UInt64 {
    DigestEncoder.hash(of: description)
  }
}

extension URL: DigestedSpecially {
  /// Hashes the absolute URL, because JSON does not contain the base of a relative URL.
  fileprivate func digest(by encoder: DigestEncoder) -> UInt64 {
    DigestEncoder.hash(of: absoluteString)
  }
}

extension Set: DigestedSpecially where Element: Encodable {
  /// Adds up the hashes of the elements, whose order differs in each process.
  fileprivate func digest(by encoder: DigestEncoder) throws -> UInt64 {
    var sum = UInt64(count)
    for element in self { sum &+= DigestHash.mixed(try encoder.hash(element)) }
    var hash = DigestHash(.unordered)
    hash.add(sum)
    return hash.bits
  }
}

extension Dictionary: DigestedSpecially where Key: Encodable, Value: Encodable {
  /// Adds up the hashes of the entries, whose order differs in each process.
  fileprivate func digest(by encoder: DigestEncoder) throws -> UInt64 {
    var sum = UInt64(count)
    for (key, value) in self {
      var pair = DigestHash(.list)
      pair.add(try encoder.hash(key))
      pair.add(try encoder.hash(value))
      sum &+= pair.bits
    }
    var hash = DigestHash(.unordered)
    hash.add(sum)
    return hash.bits
  }
}
