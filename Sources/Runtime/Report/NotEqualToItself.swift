import RatchetDependencies

/// Reports an id of the user that does not equal itself, such as `Double.nan`, and can therefore
/// never be found again.
///
/// Used for ids of effects, of subscriptions, and of the elements of an `IdentifiedArray`.
/// `consequence` says what happens because of the id; `fileID` and `line` say where it was used.
func reportNotEqualToItself<ID: Hashable>(
  _ id: ID, _ consequence: String, fileID: StaticString = #fileID, line: UInt = #line
) {
  report(
    """
    An id does not equal itself: the '\(ID.self)' \(ValueLine.text(id))

    \(consequence) To fix this, do not use NaN, or any value that does not equal itself, as an id.
    """, fileID: fileID, line: line)
}
