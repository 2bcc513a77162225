/// The root of the key path in a call such as `receive(\.row)`, which names a case as in TCA: such
/// a call then matches an unavailable overload of `TestStore.receive`.
///
/// That overload exists only for its error message, which says what to write instead. So this type
/// never has a value, and nothing else should use it. Its members accept any name of a case.
@_documentation(visibility: internal)
@dynamicMemberLookup
public struct CaseKeyPathHint {
  private init() {}

  /// A case.
  public subscript(dynamicMember name: String) -> CaseKeyPathHint { self }

  /// A case with the id of an element.
  public subscript<ID: Hashable>(id id: ID) -> CaseKeyPathHint { self }
}
