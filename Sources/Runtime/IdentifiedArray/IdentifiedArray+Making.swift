extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// Makes an empty array.
  public init() {
    self.init { $0.id }
  }

  /// Makes an array of elements; of those with the same id the first stays, and the others are reported.
  ///
  /// Takes time in proportion to the number of elements.
  public init(
    _ elements: some Sequence<Element>, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init()
    append(contentsOf: elements, fileID: fileID, line: line)
  }
}

extension IdentifiedArray {
  /// Makes an array of elements that have their id at a key path; of those with the same id the first
  /// stays, and the others are reported.
  ///
  /// Takes time in proportion to the number of elements.
  public init(
    _ elements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(id: id)
    append(contentsOf: elements, fileID: fileID, line: line)
  }

  /// An array of the elements that satisfy a condition, in the same order.
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> IdentifiedArray {
    var result = IdentifiedArray(idOf)
    for element in storage where try isIncluded(element) { result.append(element) }
    return result
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral
where Element: Identifiable, ID == Element.ID {
  /// Makes an array of elements; of those with the same id the first stays, and the others are reported.
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}
