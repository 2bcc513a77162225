/// Lets a call such as `receive(\.row)`, which names a case by a key path as in TCA, match an
/// overload of `receive` that is unavailable.
///
/// That overload exists only for its error message, which says what to write instead. So this type
/// never has a value, and nothing else should use it.
@_documentation(visibility: internal)
@dynamicMemberLookup
public struct CaseKeyPathHint {
  private init() {}

  /// A case.
  public subscript(dynamicMember name: String) -> CaseKeyPathHint { self }

  /// A case with the id of an element.
  public subscript<ID: Hashable>(id id: ID) -> CaseKeyPathHint { self }
}
