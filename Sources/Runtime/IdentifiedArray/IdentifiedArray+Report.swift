import RatchetDependencies

// Reports mistakes in the use of an `IdentifiedArray`, such as two elements with the same id. The
// program goes on.

extension IdentifiedArray {
  func reportDuplicate(_ element: Element, fileID: StaticString, line: UInt) {
    report(
      """
      An element was not added to an 'IdentifiedArray' of '\(Element.self)', since there is one \
      with its id already: \(ValueLine.text(idOf(element)))

      Ids must be unique. To replace the element that is there, use 'updateOrAppend' or \
      'array[id: id] = element'.
      """, fileID: fileID, line: line)
  }

  /// Whether an id does not equal itself, so that no element can be found by it; reports that.
  func isUnequal(_ id: ID, fileID: StaticString = #fileID, line: UInt = #line) -> Bool {
    if id == id { return false }
    let consequence = """
      The element was left out of an 'IdentifiedArray' of '\(Element.self)', which finds elements \
      by their ids.
      """
    reportNotEqualToItself(id, consequence, fileID: fileID, line: line)
    return true
  }

  func reportChange(from id: ID, to newID: ID, isTaken: Bool) {
    let consequence =
      isTaken
      ? "It was removed, since another element has that id." : "It stays, under its new id."
    report(
      """
      An element of an 'IdentifiedArray' of '\(Element.self)' with the id \(ValueLine.text(id)) \
      was changed or set to one with the id \(ValueLine.text(newID)). \
      \(consequence)

      The id of an element must not change. To fix this, remove the element and add another one.
      """)
  }

  /// Reports the first invalid positions; `use` says what they were for.
  func reportInvalid(
    _ positions: some Sequence<Int>, among valid: some RangeExpression<Int>, _ use: String,
    fileID: StaticString, line: UInt
  ) {
    let invalid = positions.filter { !valid.contains($0) }.sorted()
    guard !invalid.isEmpty else { return }
    report(
      """
      An 'IdentifiedArray' of '\(Element.self)' with \(count) elements \(use) positions that it \
      does not have: \(invalid.prefix(5).map(String.init).joined(separator: ", "))

      To fix this, take the positions from 'indices', and use them before the array changes.
      """, fileID: fileID, line: line)
  }
}
