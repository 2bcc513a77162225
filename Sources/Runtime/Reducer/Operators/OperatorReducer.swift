/// The reducer that operators such as `ifLet` and `around` return: a closure makes its reduction,
/// the form of a reducer that a store runs.
///
/// `Base` and `Child` are the types of the reducers that the operator combines. A store searches
/// these types for reducers that declare something, such as subscriptions, without building their
/// bodies. An operator that declares something itself passes a marker, such as
/// `DeclaresRunning`, as `Child`.
@usableFromInline
struct OperatorReducer<State, Action: Sendable, Base: Reducer, Child: Reducer>: Reducer {
  @usableFromInline let make: () -> Reduction<State, Action>

  @inlinable init(
    of base: Base.Type, _ child: Child.Type,
    _ make: @escaping () -> Reduction<State, Action>
  ) {
    self.make = make
  }

  /// Makes the reducer of an operator without a child, such as `around`.
  @inlinable init(
    of base: Base.Type, _ make: @escaping () -> Reduction<State, Action>
  ) where Child == EmptyReducer<State, Action> {
    self.make = make
  }

  @usableFromInline static var componentTypes: [any Reducer.Type] { [Base.self, Child.self] }

  /// Reduces one action without a store.
  @inlinable func reduce(into state: inout State, action: Action) -> Effect<Action> {
    make().reduceByHand(&state, action, of: Self.self)
  }

  @inlinable func makeReduction() -> Reduction<State, Action> {
    make()
  }
}
