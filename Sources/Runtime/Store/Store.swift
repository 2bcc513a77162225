public import Observation
public import RatchetDependencies

/// A store holds the state of a feature, reduces its actions, and runs their effects.
///
/// ```swift
/// let store = Store(initialState: Counter.State()) { Counter() }
/// store.send(.increment)
/// print(store.count)
/// ```
///
/// When `send` returns, its action has been reduced and its effects have started. An action sent
/// while a reducer runs is reduced as soon as that reducer has returned. The store owns its
/// effects: releasing it cancels them.
///
/// Cancelling takes effect at once: nothing that a cancelled effect sends is reduced. However, the
/// effect's operation returns, and releases its captures, only when the main actor is free to run
/// it. If code on the main actor starts and cancels effects without suspending, all of them stay in
/// memory until the code suspends.
///
/// ## Observation
///
/// A store is `Observable`, field by field, while its state stays a plain struct. A *tracked* read,
/// one that happens within `withObservationTracking`, watches the parts that it reads:
///
/// ```swift
/// withObservationTracking {
///   print(store.count)
/// } onChange: {
///   print("The count has changed.")
/// }
/// ```
///
/// After each batch (the actions that were sent, and the actions that these caused at once),
/// observers whose values changed are notified once, on the main actor. By then the state is
/// already updated. An action that an observer sends is reduced once all have been notified.
///
/// The store finds changes by comparing the parts of the state that were read with their last seen
/// values. Parts that are not `Equatable`, and ``state`` as a whole, count as changed each time;
/// the state of a scoped store is compared like any part. The store keeps a copy of a watched
/// value, so a collection that is watched as a whole is copied when it changes: watch a part of it,
/// or scope to its elements.
///
/// ## Values and objects
///
/// State should consist of values, at every level: the store finds a change by comparing the last
/// seen value with the current one. If an object in the state changes in place, the two are the
/// same object. If it is `Equatable`, it equals itself, and observers are not notified. If it is
/// not, it counts as changed each time, even in scoped stores, like any value that cannot be
/// compared. A computed property that reads an object may differ, but a scoped store does not
/// evaluate it if the bytes of its own state are unchanged. Keep data in the state as values,
/// therefore, and replace objects instead of changing them.
@MainActor @dynamicMemberLookup
public final class Store<State, Action: Sendable>: nonisolated Observable {
  /// The view, which reads the state and watches its parts for observers; a root store has none
  /// until it is scoped or a tracked read occurs.
  private var existingView: StateView<State>?
  /// In a root store, tells whether reads are tracked, and notifies the observers of its view; a
  /// scoped store does not use it.
  // Made at once, not at the first read: checking whether it exists would cost each read 300
  // instructions. (Benchmark `read`.)
  private let registrar: ObservationRegistrar
  /// The loop itself or, in a scoped store, a receiver that passes actions on to the parent store,
  /// and keeps the parent alive.
  private let receiver: any ActionReceiver<Action>
  /// Delivers the actions that the store's senders send from any thread.
  private(set) lazy var mailbox = Mailbox<Action> { [weak self] action in
    self?.send(action) != nil
  }

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - initialState: The state before the first action; evaluated under the store's dependencies.
  ///   - observers: The observers of the store, notified in this order.
  ///   - reducer: The logic of the feature.
  ///   - update: Changes dependencies for this store: for its reducers and all their effects.
  public init(
    initialState: @autoclosure () -> State,
    observers: [any StoreObserver<State, Action>] = [],
    @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>,
    withDependencies update: (inout DependencyValues) -> Void = { _ in }
  ) {
    let dependencies = DependencyValues.ofNewStore.updated {
      update(&$0)
      for observer in observers { observer.prepare(&$0) }
    }
    let core = dependencies.withValues {
      Core(
        state: initialState(), reduction: reducer().makeReduction(), dependencies: dependencies,
        observers: observers)
    }
    receiver = core
    registrar = ObservationRegistrar()
    core.begin()
  }

  /// Makes a scoped store.
  init(_ view: StateView<State>, receiver: any ActionReceiver<Action>) {
    self.receiver = receiver
    existingView = view
    registrar = ObservationRegistrar()
    view.store = self
  }

  /// The observers of the store.
  package var observers: [AnyObject] { loop.observers }

  /// The loop behind this store, with the type of its state erased.
  var loop: any StoreLoop { receiver.loop }

  /// The effects in flight.
  package var registry: EffectRegistry { loop.registry }

  /// For tests: an object that is released with the store.
  package var core: AnyObject { loop }

  isolated deinit {
    if receiver === loop { loop.shutDown() }
    existingView?.removeIfUnused()
  }

  /// The state after the last action.
  ///
  /// Must not be read while a reducer runs, not even by code that the reducer calls: the reducer is
  /// changing the state. A tracked read watches the whole state.
  public var state: State {
    if mayBeTracked { view.watchStateIfTracked() }
    return current.value
  }

  /// A part of the state.
  ///
  /// A tracked read watches the part.
  @inlinable
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    // Safe: the pointer leads to the current state and is not used after anything can be sent. It
    // is dereferenced here so that a literal key path compiles to a read of the property.
    unsafe pointer(for: keyPath).pointee[keyPath: keyPath]
  }

  /// The address of the state; watches a part of it if reads are tracked.
  @unsafe @usableFromInline
  func pointer<Value>(for keyPath: KeyPath<State, Value>) -> UnsafePointer<State> {
    watchIfTracked(keyPath)
    return unsafe current.pointer
  }

  /// Sends an action.
  ///
  /// Returns when the action has been reduced and its effects have started; actions that these send
  /// before their first suspension have been reduced as well. While a reducer of this store runs,
  /// the action is queued instead, and reduced after the reducer has returned.
  ///
  /// - Returns: A handle to what follows from the action.
  @discardableResult
  public func send(_ action: Action) -> StoreTask {
    receiver.send(action)
  }

  /// Notifies the store's observers of an action that was dropped because its child is absent.
  func notifyAbsent(_ action: @autoclosure () -> Action) {
    receiver.notifyAbsent(action())
  }

  /// Returns when nothing except subscriptions is in flight.
  ///
  /// Operations of cancelled effects have a second to return and clean up. Returns early when the
  /// calling task is cancelled. A scoped store waits for all effects of the store from which it was
  /// scoped.
  public func finish() async {
    await registry.finish()
  }

  /// Whether an effect has called the `dismiss` of the root feature.
  ///
  /// No parent can remove the root feature, so the store ends: all effects have been cancelled, the
  /// state keeps its last value, and later actions are dropped; the first one is reported. Release
  /// the store then:
  ///
  /// ```swift
  /// if store.isDismissed { window.close() }
  /// ```
  ///
  /// A tracked read watches the value. A scoped store returns the value of the store from which it
  /// was scoped.
  public var isDismissed: Bool { registry.dismissal.isDismissed }

  /// The effects that can still send, in the order in which they were returned, including effects
  /// that wait for their turn in a `concatenate`.
  ///
  /// A scoped store lists all effects of the store from which it was scoped.
  public var inFlight: [EffectDescription] {
    registry.live.map(registry.describe)
  }

  /// Counts of the events in the store so far; a scoped store returns the counts of the store from
  /// which it was scoped.
  public var statistics: StoreStatistics {
    loop.statistics
  }
}

// MARK: - The view

extension Store {
  /// The view of the state, made on first use.
  var view: StateView<State> {
    if let existingView { return existingView }
    let view = rootCore.makeView(registrar)
    view.store = self
    existingView = view
    return view
  }

  /// A reference to the current state.
  var current: StateReference<State> { existingView?.current() ?? rootCore.box.reference }

  /// Watches a part of the state if reads are tracked at this moment.
  func watchIfTracked(_ keyPath: KeyPath<State, some Any>) {
    if mayBeTracked { view.watchIfTracked(keyPath) }
  }

  /// Watches what `key` names if reads are tracked at this moment; returns the watch if so.
  @discardableResult
  func watchIfTracked(_ key: DependentKey, make: () -> Watch) -> Watch? {
    mayBeTracked ? view.watchIfTracked(key, make: make) : nil
  }

  /// Whether a read at this moment may be tracked: if there is a view, it finds out for itself.
  private var mayBeTracked: Bool {
    existingView != nil || TrackingProbe.shared.isTracking(registrar)
  }

  /// The loop of a store without a view, which is always a root store.
  private var rootCore: Core<State, Action> {
    guard let core = receiver as? Core<State, Action> else {
      preconditionFailure("A scoped store is made with a view.")
    }
    return core
  }
}

/// A store of the feature `R`.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>
