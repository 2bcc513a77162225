import RatchetDependencies

/// The key of a dependent in its table.
enum DependentKey: Hashable {
  /// The watch of a stored property, by its offset and type: different key paths may lead to the
  /// same property.
  case property(Int, ObjectIdentifier)
  /// The watch of a part that is not a stored property.
  case part(AnyKeyPath)
  /// The watch of the whole state of a root.
  case state
  /// The watch of whether an optional child is present, and which one.
  case presence(AnyKeyPath)
  /// The watch of whether the state stays in its current cases.
  case enumCase([Int])
  /// The watch of whether the state enters a case that it is not in now, whose child has a store of
  /// this type. The case is unknown, since constructors cannot be compared; the line that reads it
  /// stands for it.
  case awaitedCase(ObjectIdentifier, SourceOrigin)
  /// The view of a child, by its path and the type of its store.
  case child(AnyHashable, ObjectIdentifier)

  static func child<State, Action>(
    _ child: some Hashable, _ store: Store<State, Action>.Type
  ) -> DependentKey {
    .child(AnyHashable(child), ObjectIdentifier(store))
  }
}
