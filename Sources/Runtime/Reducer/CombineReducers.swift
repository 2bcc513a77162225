/// A group of reducers, run in order on the same state.
///
/// Use it to apply an operator to several reducers:
///
/// ```swift
/// CombineReducers {
///   Validation()
///   Submission()
/// }
/// ```
///
/// The effects of the reducers are merged in the same order.
public struct CombineReducers<State, Action: Sendable, Combined: Reducer>: Reducer
where Combined.State == State, Combined.Action == Action {
  /// The combined reducers.
  public let body: Combined

  /// Makes a reducer that runs the reducers listed in the closure, in order.
  public init(@ReducerBuilder<State, Action> _ build: () -> Combined) {
    body = build()
  }
}

/// Two reducers, run in order on the same state; ``ReducerBuilder`` makes nested ones from a list.
///
/// A store runs what `makeReduction` returns, here and below; `reduce(into:action:)` serves a call
/// without a store.
@usableFromInline
struct ReducerSequence<First: Reducer, Second: Reducer>: Reducer
where First.State == Second.State, First.Action == Second.Action {
  @usableFromInline let first: First
  @usableFromInline let second: Second

  @inlinable init(first: First, second: Second) {
    self.first = first
    self.second = second
  }

  @usableFromInline
  func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    let effect = first.reduce(into: &state, action: action)
    return effect.merged(with: second.reduce(into: &state, action: action))
  }

  @inlinable
  func makeReduction() -> Reduction<First.State, First.Action> {
    let first = first.makeReduction()
    let second = second.makeReduction()
    return Reduction(
      { [first = first.run, second = second.run] state, action in
        let effect = first(&state, action)
        return effect.merged(with: second(&state, action))
      }, declaring: .all([first.declarations, second.declarations]))
  }

  /// The types in which a store searches for declarations, such as subscriptions.
  @usableFromInline
  static var componentTypes: [any Reducer.Type] { [First.self, Second.self] }
}

/// Any number of reducers of one type, as ``ReducerBuilder`` makes them from a `for` loop.
@usableFromInline
struct ReducerArray<Element: Reducer>: Reducer {
  @usableFromInline let reducers: [Element]

  @inlinable init(reducers: [Element]) { self.reducers = reducers }

  @usableFromInline
  func reduce(into state: inout Element.State, action: Element.Action) -> Effect<Element.Action> {
    var effects: [Effect<Element.Action>] = []
    for reducer in reducers { effects.append(reducer.reduce(into: &state, action: action)) }
    return .merge(effects)
  }

  @inlinable
  func makeReduction() -> Reduction<Element.State, Element.Action> {
    let reductions = reducers.map { $0.makeReduction() }
    let runs = reductions.map(\.run)
    let run: (inout Element.State, Element.Action) -> Effect<Element.Action> = { state, action in
      var effects: [Effect<Element.Action>] = []
      for run in runs { effects.append(run(&state, action)) }
      return .merge(effects)
    }
    return Reduction(run, declaring: .all(reductions.map(\.declarations)))
  }

  @usableFromInline static var componentTypes: [any Reducer.Type] { [Element.self] }
}

/// One of two reducers, as ``ReducerBuilder`` makes it from `if` and `switch`.
@_documentation(visibility: internal)
public enum ConditionalReducer<First: Reducer, Second: Reducer>: Reducer
where First.State == Second.State, First.Action == Second.Action {
  /// The reducer of the first branch.
  case first(First)

  /// The reducer of the second branch.
  case second(Second)

  /// Runs the reducer of the branch that was taken.
  public func reduce(
    into state: inout First.State, action: First.Action
  ) -> Effect<First.Action> {
    switch self {
    case .first(let reducer): reducer.reduce(into: &state, action: action)
    case .second(let reducer): reducer.reduce(into: &state, action: action)
    }
  }

  /// Makes the reduction of the branch that was taken.
  @inlinable
  public func makeReduction() -> Reduction<First.State, First.Action> {
    switch self {
    case .first(let reducer): reducer.makeReduction()
    case .second(let reducer): reducer.makeReduction()
    }
  }

  /// The types of both branches: a type does not tell which branch was taken.
  public static var componentTypes: [any Reducer.Type] { [First.self, Second.self] }
}
