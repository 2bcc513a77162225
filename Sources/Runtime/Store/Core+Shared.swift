import RatchetDependencies

extension Core {
  /// Connects the kept fields of the initial state with the storage.
  func beginSharing() {
    if reduction.declarations.kept == nil, reduction.declarations.subscriptions == nil { return }
    let reads = SharedReads()
    self.reads = reads
    setDependencies(dependencies.updated { $0[SharedReadsKey.self] = reads })
    withStoreDependencies {
      kept = reduction.kept()
      guard let kept else { return }
      change { kept.begin(&$0) }
      kept.report()
    }
  }

  /// Runs the reducer of a store with kept fields; before that, takes the change from outside that
  /// an action announces.
  // Not inlined: see `Core+Observers`.
  @inline(never)
  func run(
    _ action: Action, from sender: RunningEffect?, _ kept: KeptState<State>
  ) -> EffectWork? {
    var hasChanged = false
    if let sender, sender.cascade.isSubscription {
      change { hasChanged = kept.adopt(&$0, from: sender.cascade) }
    }
    kept.record()
    let work = box.mutate { kept.finish(reduction.run(&$0, action), &$0).work }
    if kept.commit(under: dependencies) { hasChanged = true }
    if hasChanged { existingSharing?.update() }
    return work
  }

  func takeSharedValue(for run: Cascade) {
    guard let kept else { return }
    update {
      var hasChanged = false
      change { hasChanged = kept.adopt(&$0, from: run) }
      if !hasChanged { return }
      silentChanges += 1
      compareDeclarations(cause: SubscriptionCause.sharedValue)
    }
    existingSharing?.update()
  }

  /// Whether a kept field is about to take a change from outside.
  package var isBehindStorage: Bool { kept?.isBehind == true }

  func compareSubscriptions() {
    update { compareDeclarations(cause: SubscriptionCause.sharedValue) }
  }

  func make(_ change: any AnySharedChange, under dependencies: DependencyValues) {
    let storage = dependencies.sharedStorage
    guard let made = change.make(in: storage, under: dependencies) else { return }
    existingSharing?.update()
    // What a field keeps arrives there.
    if kept?.keeps(change.name, in: storage) != true { interceptor?.notice(made) }
  }

  /// Saves what has changed, and takes nothing more.
  func endSharing() {
    guard let kept = kept.take() else { return }
    for entry in kept.entries { entry.startSaving() }
    kept.reads.end()
  }

  func flushShared() async {
    await dependencies.sharedStorage.flush()
  }

  var sharing: StoreSharing {
    if let existingSharing { return existingSharing }
    let sharing = StoreSharing(in: dependencies)
    existingSharing = sharing
    return sharing
  }

  private func change(_ body: (inout State) -> Void) {
    _ = box.mutate {
      body(&$0)
      return nil
    }
  }
}
