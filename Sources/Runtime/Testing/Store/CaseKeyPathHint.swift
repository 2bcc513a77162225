/// Stands for a case that is written as a key path, such as `\.row`, in a call of `receive`.
///
/// Has no values: it lets the compiler say what to write instead.
@dynamicMemberLookup
public struct CaseKeyPathHint {
  private init() {}

  /// A case.
  public subscript(dynamicMember name: String) -> CaseKeyPathHint { self }

  /// A case with the id of an element.
  public subscript<ID: Hashable>(id id: ID) -> CaseKeyPathHint { self }
}
