import Ratchet

// The three containers of `DigestEncoder`, which computes the digest (a hash) of a state. `Codable`
// requires them: a value encodes itself into one that has values under keys, a list of values, or
// one value. Each container hashes the values that it receives, and adds the hashes to its encoder.
// A nested container has a nested encoder.
//
// `Int128` and `UInt128` need their own methods. The defaults of the standard library throw an
// error, and the compiler prefers them to the generic methods here.

/// The container of values under keys, such as the members of a struct.
struct DigestKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: DigestEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) { encoder.add(DigestEncoder.hashOfNil, forKey: key) }
  func encode(_ value: some Encodable, forKey key: Key) throws {
    encoder.add(try encoder.hash(value), forKey: key)
  }
  func encode(_ value: Int128, forKey key: Key) {
    encoder.add(DigestEncoder.hash(of: value), forKey: key)
  }
  func encode(_ value: UInt128, forKey key: Key) {
    encoder.add(DigestEncoder.hash(of: value), forKey: key)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder.nest(forKey: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.nest(forKey: key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder.nest(forKey: SuperKey()) }
  func superEncoder(forKey key: Key) -> any Encoder { encoder.nest(forKey: key) }
}

/// The key under which a subclass encodes its superclass.
private struct SuperKey: CodingKey {
  var stringValue: String { "super" }
  var intValue: Int? { nil }

  init() {}
  init?(stringValue: String) { nil }
  init?(intValue: Int) { nil }
}

/// The container of a list of values, such as the elements of an array.
struct DigestListContainer: UnkeyedEncodingContainer {
  let encoder: DigestEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.count }

  func encodeNil() { encoder.append(DigestEncoder.hashOfNil) }
  func encode(_ value: some Encodable) throws { encoder.append(try encoder.hash(value)) }
  func encode(_ value: Int128) { encoder.append(DigestEncoder.hash(of: value)) }
  func encode(_ value: UInt128) { encoder.append(DigestEncoder.hash(of: value)) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    encoder.nestInList().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    encoder.nestInList().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder.nestInList() }
}

/// The container of a single value, such as the raw value of an enum.
struct DigestValueContainer: SingleValueEncodingContainer {
  let encoder: DigestEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() { encoder.set(DigestEncoder.hashOfNil) }
  func encode(_ value: some Encodable) throws { encoder.set(try encoder.hash(value)) }
  func encode(_ value: Int128) { encoder.set(DigestEncoder.hash(of: value)) }
  func encode(_ value: UInt128) { encoder.set(DigestEncoder.hash(of: value)) }
}
