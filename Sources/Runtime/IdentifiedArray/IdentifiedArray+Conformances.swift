extension IdentifiedArray: Equatable where Element: Equatable {
  /// Whether both have equal elements in the same order.
  @_documentation(visibility: internal)
  public static func == (one: Self, other: Self) -> Bool { one.storage == other.storage }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  /// Hashes the elements in order.
  @_documentation(visibility: internal)
  public func hash(into hasher: inout Hasher) {
    hasher.combine(storage)
  }
}

extension IdentifiedArray: Encodable where Element: Encodable {
  /// Encodes the elements as an array does.
  public func encode(to encoder: any Encoder) throws {
    if ElementIDs.areWanted(in: encoder.userInfo) {
      try storage.map { ElementWithID(id: idOf($0) as? any Encodable, element: $0) }
        .encode(to: encoder)
    } else {
      try storage.encode(to: encoder)
    }
  }
}

extension IdentifiedArray: Decodable
where Element: Decodable & Identifiable, ID == Element.ID {
  /// Decodes the elements from an array.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if two elements have the same id, and any error of
  ///   decoding an element.
  public init(from decoder: any Decoder) throws {
    self.init()
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      let path = container.codingPath
      let position = container.currentIndex
      let element =
        try ElementIDs.areWanted(in: decoder.userInfo)
        ? container.decode(ElementOfID<Element>.self).element : container.decode(Element.self)
      let id = element.id
      guard id == id, !contains(id: id) else {
        let problem = id == id ? "an earlier element already has" : "does not equal itself"
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: path,
            debugDescription: """
              The element at position \(position) has the id \(ValueLine.text(id)), which \
              \(problem); ids must be unique.
              """))
      }
      append(element)
    }
  }
}

/// Makes coders write the id of each element of an `IdentifiedArray` beside the element.
///
/// Used where two versions of a stored array are merged by element: an element need not encode its
/// id itself.
enum ElementIDs {
  /// The key to set in the `userInfo` of an encoder or decoder.
  static let key = CodingUserInfoKey(rawValue: "Ratchet.elementIDs")

  fileprivate static func areWanted(in userInfo: [CodingUserInfoKey: Any]) -> Bool {
    key.map { userInfo[$0] != nil } ?? false
  }
}

/// The encoded form of an element with its id; the id is left out if its type is not `Encodable`.
private struct ElementWithID<Element: Encodable>: Encodable {
  let id: (any Encodable)?
  let element: Element

  enum CodingKeys: CodingKey { case id, element }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if let id { try container.encode(id, forKey: .id) }
    try container.encode(element, forKey: .element)
  }
}

/// Decodes what `ElementWithID` encodes, and ignores the id beside the element.
private struct ElementOfID<Element: Decodable>: Decodable {
  let element: Element
}

extension IdentifiedArray: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The elements as an array prints them.
  public var description: String { storage.description }

  /// The elements as an array prints them, with the type of the array.
  @_documentation(visibility: internal)
  public var debugDescription: String {
    "IdentifiedArray<\(ID.self), \(Element.self)>(\(storage.debugDescription))"
  }

  /// The elements as an array shows them.
  @_documentation(visibility: internal)
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: storage, displayStyle: .collection)
  }
}
