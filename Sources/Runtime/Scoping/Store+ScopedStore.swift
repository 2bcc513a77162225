extension Store {
  /// The store for a view of a child: the one that somebody holds, or a new one.
  func store<ChildState, ChildAction: Sendable>(
    for child: StateView<ChildState>, _ origin: SourceOrigin,
    embed: @escaping @Sendable (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    if let store = child.store as? Store<ChildState, ChildAction> { return store }
    let receiver = ScopedReceiver(parent: self, view: child, origin: origin, embed: embed)
    return Store<ChildState, ChildAction>(child, loop: loop, receiver: receiver)
  }
}
