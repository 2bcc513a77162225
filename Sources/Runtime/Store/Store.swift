public import RatchetDependencies

/// Holds the state of a feature, reduces the actions that are sent to it, and runs their effects.
///
/// ```swift
/// let store = Store(initialState: Counter.State()) { Counter() }
/// store.send(.increment)
/// print(store.count)
/// ```
///
/// An action is reduced before `send` returns, and its effects have started; one that is sent while
/// a reducer runs is reduced right after. The store owns its effects: releasing it cancels them.
@MainActor @dynamicMemberLookup
public final class Store<State, Action: Sendable> {
  package let core: Core<State, Action>
  /// What its senders share.
  private(set) lazy var mailbox = Mailbox<Action> { [weak self] action in
    self?.send(action) != nil
  }

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - initialState: The state before the first action; evaluated under the store's dependencies.
  ///   - reducer: The logic of the feature.
  ///   - update: Changes dependencies for this store: for its reducers, its effects, and the effects
  ///     of those.
  public init(
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>,
    withDependencies update: (inout DependencyValues) -> Void = { _ in }
  ) {
    let dependencies = DependencyValues.current.updated(by: update)
    core = dependencies.withValues {
      Core(
        state: initialState(), reduction: reducer().makeReduction(), dependencies: dependencies,
        executor: ImmediateExecutor())
    }
  }

  isolated deinit {
    core.shutDown()
  }

  /// The state after the last action.
  ///
  /// Must not be read by something that a reducer calls: the reducer is changing it.
  public var state: State { core.state }

  /// A part of the state.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    core.state[keyPath: keyPath]
  }

  /// Sends an action.
  ///
  /// Returns when the action has been reduced and its effects have started; the actions that these
  /// sent before their first suspension have been reduced as well. While a reducer of this store
  /// runs, the action is queued instead and reduced right after.
  ///
  /// - Returns: A handle on what follows from the action.
  @discardableResult
  public func send(_ action: Action) -> StoreTask {
    core.send(action)
  }

  /// Returns when nothing is in flight.
  ///
  /// Operations of cancelled effects are given a second to return, so that what they clean up is done.
  /// Returns early when the calling task is cancelled.
  public func finish() async {
    await core.inFlight.finish()
  }

  /// The effects that can still send, in the order in which they were returned.
  public var inFlight: [EffectDescription] {
    core.inFlight.live.map(core.inFlight.describe)
  }

  /// How much the store has done so far.
  public var statistics: StoreStatistics {
    core.statistics
  }
}

/// A store of the feature `R`.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>
