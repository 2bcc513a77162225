import RatchetDependencies

/// Identifies a *dependent* of a state (a watch of a part of it for observers, or the view of a
/// child) in the state's `DependentTable`.
///
/// A second read of the same part, or a second `scope` to the same child, finds it by this key.
enum DependentKey: Hashable {
  /// The watch of a stored property, by its offset and type. Different key paths may lead to the
  /// same property; a property and the first property in it have the same offset.
  case property(Int, ObjectIdentifier)
  /// The watch of a part that is not a stored property, by its key path.
  case part(AnyKeyPath)
  /// The watch of the whole state of a root.
  case state
  /// The watch of whether an optional child is present, and which one, by the child's key path.
  case presence(AnyKeyPath)
  /// The watch of whether an enum state stays in its case, by that case and the cases nested in it,
  /// outermost first.
  case enumCase([CaseID])
  /// The watch of whether an enum state enters a case that it is not in, by the type of the child's
  /// store and the line of the `scope` call: the function that names the case cannot be compared.
  case awaitedCase(ObjectIdentifier, SourceOrigin)
  /// The view of a child, by its key path, its cases, or its element id, and by the type of its
  /// store, which includes the type of its actions.
  case child(AnyHashable, ObjectIdentifier)

  static func child<State, Action>(
    _ child: some Hashable, _ store: Store<State, Action>.Type
  ) -> DependentKey {
    .child(AnyHashable(child), ObjectIdentifier(store))
  }
}
