public import RatchetDependencies

extension Reducer {
  /// Runs an effect while a condition on the state holds.
  ///
  /// ```swift
  /// Reduce { state, action in
  ///   switch action {
  ///   case .timerToggled: state.isTimerOn.toggle()
  ///   case .ticked: state.seconds += 1
  ///   }
  ///   return .none
  /// }
  /// .subscription(while: \.isTimerOn) {
  ///   .run(name: "timer") { send in
  ///     while true {
  ///       try await clock.sleep(for: .seconds(1))
  ///       await send(.ticked)
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// The effect starts after the action that makes the condition true, whichever feature changed
  /// the state. As soon as the condition no longer holds or the feature has left the state, the
  /// effect is cancelled, before the next action is reduced. A store starts what its initial state
  /// declares when the store is created. See ``subscriptions(ids:fileID:line:_:)`` for what applies
  /// to all subscriptions.
  ///
  /// - Parameters:
  ///   - isDeclared: Whether the effect runs for a state. Called after each action; must depend on
  ///     nothing but its argument.
  ///   - fileID: Where the subscription is declared, for reports.
  ///   - line: Where the subscription is declared, for reports.
  ///   - effect: Makes the effect each time it starts.
  /// - Returns: A reducer that behaves like this one and declares the effect.
  @inlinable
  public func subscription(
    while isDeclared: @escaping (_ state: State) -> Bool,
    fileID: StaticString = #fileID, line: UInt = #line,
    @EffectBuilder<Action> _ effect: @escaping () -> Effect<Action>
  ) -> some Reducer<State, Action> {
    let origin = SourceOrigin(fileID: fileID, line: line)
    return OperatorReducer(of: Self.self, DeclaresRunning.self) {
      let base = self.makeReduction()
      // A store calls this after each action. `record` is `nil` unless the effect was declared
      // before; `walk` collects what starts and stops.
      let declaration = Declaration<State>(
        at: { origin },
        comparing: { state, record, walk in
          if isDeclared(state) != (record != nil) { walk.toggle(&record, effect) }
        })
      return Reduction(base.run, declaring: base.declarations.and(running: declaration))
    }
  }

  /// Runs an effect for an optional id in the state, while the id is not nil.
  ///
  /// ```swift
  /// .subscription(id: \.room) { room in
  ///   .sequence(name: "messages") {
  ///     chat.messages(in: room)
  ///   } action: {
  ///     .messageReceived($0)
  ///   }
  /// }
  /// ```
  ///
  /// When the id changes, the effect of the old id is cancelled and the effect of the new id
  /// starts. Otherwise it behaves like ``subscription(while:fileID:line:_:)``.
  ///
  /// - Parameters:
  ///   - id: Reads the id from a state; nothing runs while it is `nil`. A closure with
  ///     `return` states its type, as in `{ state -> Room.ID? in ... }`. An id that is never `nil`
  ///     is read by a closure, as in `{ $0.id }`: a key path must lead to an optional.
  ///   - fileID: Where the subscription is declared, for reports.
  ///   - line: Where the subscription is declared, for reports.
  ///   - effect: Makes the effect for an id each time it starts.
  /// - Returns: A reducer that behaves like this one and declares the effect.
  @inlinable
  public func subscription<ID: OptionalID>(
    @IDBuilder id: @escaping (_ state: State) -> ID,
    fileID: StaticString = #fileID, line: UInt = #line,
    @EffectBuilder<Action> _ effect: @escaping (_ id: ID.Wrapped) -> Effect<Action>
  ) -> some Reducer<State, Action> where ID.Wrapped: Hashable & Sendable {
    let origin = SourceOrigin(fileID: fileID, line: line)
    return OperatorReducer(of: Self.self, DeclaresRunning.self) {
      let base = self.makeReduction()
      // Compared as a list of one id or none, like the list of `subscriptions(ids:)` below.
      let declaration = Declaration<State>(
        at: { origin },
        comparing: { state, record, walk in
          let id = CollectionOfOne(ID.optional(id(state))).lazy.compactMap(\.self)
          if let ids = SubscriptionsOfIDs.changed(record, id) {
            walk.replace(&record, by: ids, at: origin, effect)
          }
        })
      return Reduction(base.run, declaring: base.declarations.and(running: declaration))
    }
  }

  /// Runs an effect for each of several ids in the state.
  ///
  /// ```swift
  /// .subscriptions(ids: \.downloads) { id in
  ///   .run(name: "download") { send in
  ///     for await progress in await files.download(id) { await send(.progress(id, progress)) }
  ///   }
  /// }
  /// ```
  ///
  /// The state alone determines which subscriptions run. When the store is created and after each
  /// action, the declared subscriptions are compared with those declared before. New subscriptions
  /// start before the effects that the action returned, in the order of the reducers and of the
  /// ids. Subscriptions that are no longer declared are cancelled before the next action is
  /// reduced. All others continue, even if a feature was moved, or removed and added again within
  /// one action.
  ///
  /// An effect that ends, throws, or is cancelled by its own id starts again only after the state
  /// has stopped declaring its subscription.
  ///
  /// A subscription belongs to no action: ``StoreTask/finish()`` and ``Store/finish()`` do not wait
  /// for it, and each action that it sends counts as an action from outside. ``Store/inFlight``
  /// lists the running ones.
  ///
  /// A duplicate id is ignored and reported. So is an id that does not equal itself, such as
  /// `Double.nan`; it is reported again only if no such id was declared in between.
  ///
  /// - Parameters:
  ///   - ids: Reads the ids from a state. Called after each action; the comparison takes time in
  ///     proportion to their number.
  ///   - fileID: Where the subscriptions are declared, for reports.
  ///   - line: Where the subscriptions are declared, for reports.
  ///   - effect: Makes the effect for an id each time it starts.
  /// - Returns: A reducer that behaves like this one and declares the effects.
  @inlinable
  public func subscriptions<IDs: Sequence>(
    ids: @escaping (_ state: State) -> IDs,
    fileID: StaticString = #fileID, line: UInt = #line,
    @EffectBuilder<Action> _ effect: @escaping (_ id: IDs.Element) -> Effect<Action>
  ) -> some Reducer<State, Action> where IDs.Element: Hashable & Sendable {
    let origin = SourceOrigin(fileID: fileID, line: line)
    return OperatorReducer(of: Self.self, DeclaresRunning.self) {
      let base = self.makeReduction()
      // Called after each action. `record` has the ids that were declared before; if they have
      // changed, `walk` collects what starts and stops.
      let declaration = Declaration<State>(
        at: { origin },
        comparing: { state, record, walk in
          if let ids = SubscriptionsOfIDs.changed(record, ids(state)) {
            walk.replace(&record, by: ids, at: origin, effect)
          }
        })
      return Reduction(base.run, declaring: base.declarations.and(running: declaration))
    }
  }
}
