import RatchetDependencies

// Reports mistakes in the use of an `IdentifiedArray`, such as two elements with the same id. The
// program continues.

extension IdentifiedArray {
  /// Reports that an element was not added, because another one has its id.
  func reportDuplicate(_ element: Element, fileID: StaticString, line: UInt) {
    report(
      """
      An element was not added to an 'IdentifiedArray' of '\(Element.self)', which already has one \
      with this id: \(ValueLine.text(idOf(element)))

      Ids must be unique. To fix this, use another id, or replace the existing element with \
      'updateOrAppend' or 'array[id: id] = element'.
      """, fileID: fileID, line: line)
  }

  /// Returns true, and reports the id, if it does not equal itself (like NaN): no element can be
  /// found by such an id, so the caller leaves the element out.
  ///
  /// `wasIn` says whether the element was in the array until now.
  func isUnequal(
    _ id: ID, wasIn: Bool = false, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Bool {
    if id == id { return false }
    let consequence = """
      The element was \(wasIn ? "removed from" : "not added to") an 'IdentifiedArray' of '\(Element.self)', which finds elements \
      by id.
      """
    reportNotEqualToItself(id, consequence, fileID: fileID, line: line)
    return true
  }

  /// Reports that the id of an element has changed; `isTaken` says whether another element has the
  /// new id.
  func reportChange(from id: ID, to newID: ID, isTaken: Bool) {
    let consequence =
      isTaken
      ? "It was removed, because another element has that id." : "It was kept under its new id."
    report(
      """
      The id of an element of an 'IdentifiedArray' of '\(Element.self)' was changed from \
      \(ValueLine.text(id)) to \(ValueLine.text(newID)). \(consequence)

      An element must keep its id. To fix this, remove the element and add a new one.
      """)
  }

  /// Reports the lowest five invalid positions, if there are any.
  ///
  /// `use` completes the sentence "Tried to ... positions", such as "remove elements at".
  func reportInvalid(
    _ positions: some Sequence<Int>, among valid: some RangeExpression<Int>, _ use: String,
    fileID: StaticString, line: UInt
  ) {
    let invalid = positions.filter { !valid.contains($0) }.sorted()
    guard !invalid.isEmpty else { return }
    report(
      """
      Tried to \(use) positions that an 'IdentifiedArray' of '\(Element.self)' with \(count) \
      elements does not have: \(invalid.prefix(5).map(String.init).joined(separator: ", "))

      To fix this, get the positions from 'indices', and use them before the array changes.
      """, fileID: fileID, line: line)
  }
}
