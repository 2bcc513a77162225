extension Effect {
  /// An effect that cancels those in flight with this id, in this feature and the features below it.
  ///
  /// Takes hold as soon as the action that returned it has been reduced: from then on nothing that
  /// a cancelled effect sends is reduced. Ids are equal when their types and their values are equal.
  /// Does nothing if no effect has this id.
  public static func cancel(id: some Hashable & Sendable) -> Self {
    Self(.cancel(AnyID(id)))
  }

  /// This effect, with an id by which it can be cancelled.
  ///
  /// ```swift
  /// return .run { send in
  ///   for await location in locations() { await send(.moved(location)) }
  /// }
  /// .cancellable(id: CancelID.locations, cancelInFlight: true)
  /// ```
  ///
  /// An effect may have several ids, and several effects may share one.
  ///
  /// - Parameters:
  ///   - id: Equal to that given to ``cancel(id:)``, in type and value.
  ///   - cancelInFlight: Whether to cancel effects with this id that are in flight already, in this feature and
  ///     below it, before this one is registered.
  /// - Returns: The effect with the id.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    if isNone { return cancelInFlight ? .cancel(id: id) : self }
    return Self(.of(.cancellable(tree, id: AnyID(id), cancelInFlight: cancelInFlight)))
  }
}
