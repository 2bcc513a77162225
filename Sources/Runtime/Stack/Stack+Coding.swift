// A stack is encoded as the number of its next id, and a list of its elements with their ids:
// {"nextID": 3, "elements": [{"id": 0, "element": ...}, {"id": 2, "element": ...}]}

/// The keys of a stack.
private enum StackKey: String, CodingKey { case nextID, elements }

/// The keys of an element in the list.
private enum EntryKey: String, CodingKey { case id, element }

extension Stack: Encodable where Element: Encodable {
  /// Encodes the elements with their ids, and the next id.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: StackKey.self)
    try container.encode(nextNumber, forKey: .nextID)
    var list = container.nestedUnkeyedContainer(forKey: .elements)
    for (id, element) in zip(ids, storage) {
      var entry = list.nestedContainer(keyedBy: EntryKey.self)
      try entry.encode(id, forKey: .id)
      try entry.encode(element, forKey: .element)
    }
  }
}

extension Stack: Decodable where Element: Decodable {
  /// Decodes a stack with the same ids; like the original, it never issues one of these again.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the ids do not ascend, as issued ids do, or are not
  ///   below the next id; and any error of decoding an element.
  public init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: StackKey.self)
    nextNumber = try container.decode(Int.self, forKey: .nextID)
    guard (0...Self.maxNextID).contains(nextNumber) else {
      throw DecodingError.dataCorruptedError(
        forKey: .nextID, in: container,
        debugDescription: "The next id \(nextNumber) is not between 0 and \(Self.maxNextID).")
    }
    var list = try container.nestedUnkeyedContainer(forKey: .elements)
    while !list.isAtEnd {
      let position = list.currentIndex
      let entry = try list.nestedContainer(keyedBy: EntryKey.self)
      let id = try entry.decode(StackID.self, forKey: .id)
      if let problem = problem(of: id, at: position) {
        throw DecodingError.dataCorruptedError(
          forKey: .id, in: entry, debugDescription: problem)
      }
      ids.append(id)
      // Adds the element at the end: `count` is the number of elements in `contents`, the storage.
      contents.insert(try entry.decode(Element.self, forKey: .element), at: count)
    }
  }

  /// Describes what is wrong with the id of an element that follows those decoded so far; returns
  /// `nil` if the id is right.
  private func problem(of id: StackID, at position: Int) -> String? {
    if let last = ids.last, id <= last {
      return """
        The element at position \(position) has the id \(id), and the one before it has \(last); \
        ids must ascend.
        """
    }
    if (0..<nextNumber).contains(id.number) { return nil }
    return """
      The element at position \(position) has the id \(id), which is not between 0 and the next \
      id \(nextNumber).
      """
  }

  /// The largest next id that is decoded.
  ///
  /// Decoders that read all numbers as `Double` are exact up to 2^53. `Int.max / 2` leaves enough
  /// ids for new elements where `Int` has 32 bits.
  private static var maxNextID: Int { Swift.min(Int(clamping: Int64(1) << 53), Int.max / 2) }
}
