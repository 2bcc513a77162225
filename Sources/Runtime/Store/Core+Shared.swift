import RatchetDependencies

// What the loop of a store does for shared keys. A shared key names a value that stores share; the
// value is in a *storage*, outside of all stores. A *kept field* is a field of the state that the
// operator `kept(_:in:changed:)` synchronizes with a key.

/// What a store has to do with shared keys.
///
/// Used by the loop of a store, which owns it, and by the extension below; made on first use, since
/// many stores have nothing to do with them.
final class StoreShared<State> {
  /// The kept fields of the state, if there are any.
  var kept: KeptState<State>?
  /// The values that `@SharedReader` reads in this store; `nil` if nothing declares a kept field or
  /// a subscription.
  var reads: SharedReads?
  /// The storages besides the store's own in which features keep fields, or have changed values.
  var storagesOfFeatures: [SharedStorage] = []
  /// The values that are read by `Store.shared(_:)`; `nil` until one is.
  var sharing: StoreSharing?
  /// How often the state has changed without an action.
  ///
  /// A part of `Core.changes`, by which the observers' views notice at the end of a batch that the
  /// state may have changed.
  var silentChanges = 0

  nonisolated init() {}
}

/// What a store uses of its loop for shared keys, whatever its state and action are.
@MainActor protocol SharingLoop {
  /// The values that are read by `Store.shared(_:)`; notifies observers of changes.
  var sharing: StoreSharing { get }

  /// Saves what was changed in the store's storage, and in those of its features.
  func saveShared() async
}

extension Core {
  /// What the store has to do with shared keys; made on first use.
  private var shared: StoreShared<State> {
    if let existingShared { return existingShared }
    let shared = StoreShared<State>()
    existingShared = shared
    return shared
  }

  /// Finds the kept fields and connects those of the initial state with the storage.
  ///
  /// Called once, when the store begins. A stored value replaces the field's. Also gives the store
  /// the `SharedReads` by which `@SharedReader` reads, or removes those that it has inherited.
  func beginSharing() {
    if reduction.declarations.kept == nil, reduction.declarations.running == nil {
      // If another store's reducer or effect has made this store, it has inherited the dependency
      // by which `@SharedReader` reads the kept fields of the other store.
      if hasInheritedReads {
        setDependencies(dependencies.updated { $0[SharedReadsKey.self] = nil })
      }
      return
    }
    let reads = SharedReads()
    shared.reads = reads
    reads.whenArrived = { [weak self] in self?.takeSharedValue(for: $0) }
    setDependencies(dependencies.updated { $0[SharedReadsKey.self] = reads })
    withStoreDependencies {
      shared.kept = reduction.kept()
      guard let kept = shared.kept else { return }
      for storage in kept.storages { use(storage) }
      change { kept.begin(&$0) }
      // Reports fields that cannot be kept, such as a second field for the same key.
      kept.report()
    }
  }

  /// Runs the reducer of a store with kept fields, and writes to the storage what has changed.
  ///
  /// If the subscription of a field has sent the action, to announce a change from outside, first
  /// writes that change to the field.
  // Not inlined: it would have each action of any store look up metadata of generic types.
  @inline(never)
  func run(
    _ action: Action, from sender: RunningEffect?, _ kept: KeptState<State>
  ) -> EffectWork? {
    var hasChanged = false
    if let sender, sender.cascade.isSubscription {
      change { hasChanged = kept.adopt(&$0, from: sender.cascade) }
    }
    // If the store is recorded, adds the values that fields have taken from outside.
    kept.record()
    // `finish` is still a part of reducing: it applies each `Effect.change` of a kept key to its
    // field, returns the other effects, and finds the fields that have changed. `commit` then
    // writes their changes to the storage.
    let work = box.mutate { kept.finish(reduction.run(&$0, action), &$0).work }
    if kept.commit(under: dependencies) { hasChanged = true }
    if hasChanged { existingShared?.sharing?.update() }
    return work
  }

  /// Writes a change from outside to its field without an action; called by the subscription of the
  /// field, whose cascade is `run`.
  func takeSharedValue(for run: Cascade) {
    guard let kept = existingShared?.kept, !hasBeenDismissed else { return }
    // The calling effect runs under the dependencies of its feature.
    withStoreDependencies {
      // A batch without an action: `update` ends with the start of effects and the notification of
      // observers.
      update {
        var hasChanged = false
        change { hasChanged = kept.adopt(&$0, from: run) }
        if !hasChanged { return }
        shared.silentChanges += 1
        walkFeatures(cause: SubscriptionCause.sharedValue)
      }
    }
    existingShared?.sharing?.update()
  }

  /// Whether the storage has a change from outside that a kept field does not have yet.
  package var isBehindStorage: Bool { existingShared?.kept?.isBehind == true }

  /// Runs a walk, and starts an effect for each shared key that a condition of a subscription has
  /// read for the first time: at its start, and whenever the key may have changed, the effect
  /// compares the subscriptions again.
  func startListening(_ walk: inout FeatureWalk, _ visit: (inout FeatureWalk) -> Void) {
    guard let reads = existingShared?.reads, walk.isComparing else { return visit(&walk) }
    for entry in reads.noting({ visit(&walk) }) {
      // The subscription is not kept in the record of a declaration, so no later walk finds that it
      // is no longer declared, and stops it.
      _ = walk.start(AnyID(entry.name)) {
        entry.effect { [weak self] in self?.compareSubscriptions() } as Effect<Action>
      }
    }
  }

  /// Starts and stops subscriptions after a change of a shared key that one of their conditions
  /// reads.
  func compareSubscriptions() {
    if hasBeenDismissed { return }
    withStoreDependencies {
      update { walkFeatures(cause: SubscriptionCause.sharedValue) }
    }
  }

  /// Applies an `Effect.change` to the storage; not called for a change that a kept field has taken
  /// when the reducer returned.
  func make(_ change: any AnySharedChange, under dependencies: DependencyValues) {
    let storage = dependencies.sharedStorage
    use(storage)
    // `nil` if the storage refuses the key.
    guard let made = change.make(in: storage, under: dependencies) else { return }
    existingShared?.sharing?.update()
    // A change of a kept key arrives in the field like one from outside. Any other changes nothing
    // in the state, so a test must receive it.
    if made.changesValue, existingShared?.kept?.keeps(change.name, in: storage) != true {
      interceptor?.notice(made)
    }
  }

  func saveShared() async {
    _ = await storages.flatMap(\.entries).flush()
  }

  /// The store's storage and those of its features.
  private var storages: [SharedStorage] {
    [dependencies.sharedStorage] + (existingShared?.storagesOfFeatures ?? [])
  }

  /// Whether `@SharedReader` would read the kept fields of another store.
  private var hasInheritedReads: Bool {
    (dependencies.valueIfSet(for: SharedReadsKey.self) ?? nil) != nil
  }

  /// Remembers a storage, such as a feature's own, because `drain` saves its values.
  private func use(_ storage: SharedStorage) {
    if storages.contains(where: storage.isSame) { return }
    shared.storagesOfFeatures.append(storage)
  }

  /// Called when the store ends: starts to save what has changed, and takes no more changes from
  /// outside.
  func endSharing() {
    guard let kept = existingShared?.kept.take() else { return }
    for entry in kept.entries { entry.startSaving() }
    kept.reads.end()
  }

  /// The shared values that are read through the store, by `Store.shared(_:)`; made on first use.
  var sharing: StoreSharing {
    if let sharing = shared.sharing { return sharing }
    let sharing = StoreSharing(in: dependencies)
    shared.sharing = sharing
    return sharing
  }

  /// Changes the state without running a reducer; meanwhile nothing else can read it.
  private func change(_ body: (inout State) -> Void) {
    _ = box.mutate {
      body(&$0)
      return nil
    }
  }
}

extension Store {
  /// The value of a shared key, for code that shows the value.
  ///
  /// A ``SharedKey`` names a value that features and stores share, outside of their states. Here
  /// `items` is such a key, which the program declares:
  ///
  /// ```swift
  /// withObservationTracking {
  ///   print(store.shared(.items).count)
  /// } onChange: {
  ///   print("The items have changed.")
  /// }
  /// ```
  ///
  /// If a field of this store's state is kept in the key, with `kept(_:in:changed:)`, this is the
  /// field's value. Otherwise, it is the value in the storage of shared keys, or the key's default.
  /// A tracked read watches the value for all changes, including those from outside. A scoped store
  /// returns the value of the store from which it was scoped.
  ///
  /// - Parameter key: The key.
  /// - Returns: The value at this moment.
  public func shared<Value>(_ key: SharedKey<Value>) -> Value {
    loop.sharing.value(of: key)
  }
}
