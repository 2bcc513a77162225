public import Observation
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
///
/// Cancelling takes hold at once: nothing that the effect sends is reduced after it. But the
/// operation returns, and releases what it holds, when the main actor is free to run it. Code on
/// the main actor that starts and cancels effects and never suspends keeps all of them in memory
/// meanwhile.
///
/// ## Observation
///
/// A store is `Observable`, field by field, and its state stays a plain struct. What is read of it
/// while reads are tracked is watched:
///
/// ```swift
/// withObservationTracking {
///   print(store.count)
/// } onChange: {
///   print("The count has changed.")
/// }
/// ```
///
/// When the actions that were sent, and those that followed from them at once, have been reduced,
/// those parts of the state that were read are compared with what was seen of them, and observers
/// of those that differ are told, on the main actor, once. The state has its new value then. What
/// observers send is reduced when all have been told. Parts that are not `Equatable`, and ``state``
/// as a whole, count as changed each time; the state of a scoped store is compared as a part is. A
/// value that is watched is kept, so a collection that is watched as a whole is copied when it is
/// changed; watch a part of it, or scope to its elements.
///
/// ## Values and objects
///
/// State is meant to be values, all the way down: to find a change, what was seen is compared with
/// what is there now. An object in a state that is changed in place is not a change, because what
/// was seen is the same object. If it is `Equatable`, it is equal to itself, and nobody is told. If
/// it is not, it counts as changed each time, as all that cannot be compared, in scoped stores too,
/// whether something in it was changed or not. A computed property that reads an object may be
/// found to differ, but is not looked at in a scoped store whose own child is the same, byte for
/// byte. So keep data in the state as values, and replace an object instead of changing it.
@MainActor @dynamicMemberLookup
public final class Store<State, Action: Sendable>: nonisolated Observable {
  /// The loop behind this store, whatever its state is.
  let loop: any StoreLoop
  /// The view of the state; a root has none until something is scoped, or read while reads are
  /// tracked.
  private var existingView: StateView<State>?
  /// What tells observers of the view, and whether reads are tracked.
  // Not made at the first read: to look whether there is one takes 300 instructions. (read)
  private let registrar: ObservationRegistrar
  /// The loop itself, or what passes actions of a scoped store on to its parent, and keeps that
  /// alive.
  private let receiver: ActionReceiver<Action>
  /// What its senders share.
  private(set) lazy var mailbox = Mailbox<Action> { [weak self] action in
    self?.send(action) != nil
  }

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - initialState: The state before the first action; evaluated under the store's dependencies.
  ///   - observers: Are told what the store does, in this order.
  ///   - reducer: The logic of the feature.
  ///   - update: Changes dependencies for this store: for its reducers, its effects, and the
  ///     effects of those.
  public init(
    initialState: @autoclosure () -> State,
    observers: [any StoreObserver<State, Action>] = [],
    @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>,
    withDependencies update: (inout DependencyValues) -> Void = { _ in }
  ) {
    let dependencies = DependencyValues.current.updated {
      update(&$0)
      for observer in observers { observer.prepare(&$0) }
    }
    let core = dependencies.withValues {
      Core(
        state: initialState(), reduction: reducer().makeReduction(), dependencies: dependencies,
        executor: ImmediateExecutor.shared, observers: observers)
    }
    loop = core
    receiver = core
    registrar = ObservationRegistrar()
    core.begin()
  }

  /// Makes a scoped store.
  init(_ view: StateView<State>, loop: any StoreLoop, receiver: ActionReceiver<Action>) {
    self.loop = loop
    self.receiver = receiver
    existingView = view
    registrar = view.registrar
    view.store = self
  }

  /// The effects in flight, for tests too.
  package var registry: EffectRegistry { loop.registry }

  /// For tests: what is freed with the store.
  package var core: AnyObject { loop }

  isolated deinit {
    if receiver === loop { loop.shutDown() }
    existingView?.removeIfUnused()
  }

  /// The state after the last action.
  ///
  /// Must not be read by something that a reducer calls: the reducer is changing it. Reading it
  /// while reads are tracked watches all of it.
  public var state: State {
    if mayBeTracked { view.watchStateIfTracked() }
    return current.value
  }

  /// A part of the state.
  ///
  /// Reading it while reads are tracked watches it.
  @inlinable
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    // Safe: the pointer leads to the current state, and is not used after anything can be sent. In
    // here, so that a literal key path is compiled to a read of the property.
    unsafe pointer(for: keyPath).pointee[keyPath: keyPath]
  }

  /// Where the state is, after a part of it has been watched if reads are tracked.
  @unsafe @usableFromInline
  func pointer<Value>(for keyPath: KeyPath<State, Value>) -> UnsafePointer<State> {
    if let existingView {
      existingView.watchIfTracked(keyPath)
      return unsafe existingView.current().pointer
    }
    if TrackingProbe.shared.isTracking(registrar) { view.watchIfTracked(keyPath) }
    return unsafe rootCore.box.reference.pointer
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
    receiver.send(action)
  }

  /// Tells observers that an action is not reduced.
  func tellDropped(_ action: Action, _ reason: DropReason) {
    receiver.tellDropped(action, reason)
  }

  /// Returns when nothing is in flight but subscriptions, which the state declares.
  ///
  /// Operations of cancelled effects are given a second to return, so that what they clean up is
  /// done. Returns early when the calling task is cancelled. For a scoped store this concerns all
  /// effects of the store that it comes from.
  public func finish() async {
    await registry.finish()
  }

  /// Whether an effect of a feature that is not presented has called `dismiss`.
  ///
  /// Such a feature has no parent that would remove it, so it ends as a whole: all effects have
  /// been cancelled, the state keeps its last value, and an action that is sent from now on is
  /// dropped; the first one is reported. Whoever shows the store lets go of it:
  ///
  /// ```swift
  /// if store.isDismissed { window.close() }
  /// ```
  ///
  /// Reading it while reads are tracked watches it. That of a scoped store is that of the store
  /// that it comes from.
  public var isDismissed: Bool { loop.isDismissed }

  /// The effects that can still send, in the order in which they were returned.
  ///
  /// Those of a scoped store are all of the store that it comes from.
  public var inFlight: [EffectDescription] {
    registry.live.map(registry.describe)
  }

  /// The effects in flight that the state declares, in the order in which they started.
  ///
  /// Those of a scoped store are all of the store that it comes from.
  public var subscriptions: [EffectDescription] {
    registry.subscriptions
  }

  /// How much the store has done so far; a scoped store, what the store has done that it comes
  /// from.
  public var statistics: StoreStatistics {
    loop.statistics
  }
}

// MARK: - The view

extension Store {
  /// The view of the state, which is made if there is none.
  var view: StateView<State> {
    if let existingView { return existingView }
    let view = rootCore.makeView(registrar)
    view.store = self
    existingView = view
    return view
  }

  /// Where the state is.
  var current: StateReference<State> { existingView?.current() ?? rootCore.box.reference }

  /// Watches something, if reads are tracked at this moment; returns its watch if so.
  @discardableResult
  func watchIfTracked(_ key: DependentKey, make: () -> Watch) -> Watch? {
    mayBeTracked ? view.watchIfTracked(key, make: make) : nil
  }

  /// False if a read at this moment surely is not tracked.
  private var mayBeTracked: Bool {
    existingView != nil || TrackingProbe.shared.isTracking(registrar)
  }

  /// The loop of a store without a view.
  private var rootCore: Core<State, Action> {
    // Safe: scoped stores are made with a view; any other has its core as receiver.
    unsafe unsafeDowncast(receiver, to: Core<State, Action>.self)
  }
}

/// A store of the feature `R`.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>
