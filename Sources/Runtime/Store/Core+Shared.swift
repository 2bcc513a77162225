import RatchetDependencies

extension Core {
  /// Sets the mirrors of the initial state to their values.
  func begin(_ mirrors: Declaration<State>) -> MirroredState<State> {
    let values = SharedValues(
      in: dependencies.sharedStorage, arrivals: dependencies[SharedArrivalsKey.self])
    let mirrored = MirroredState(mirrors, values)
    change { mirrored.begin(&$0) }
    commit(mirrored.values)
    return mirrored
  }

  /// Runs the reducer and makes all mirrors equal; before that, adopts the outside change that an
  /// action announces.
  // Not inlined: see `Core+Observers`.
  @inline(never)
  func reduceMirrored(_ action: Action, from sender: RunningEffect?) -> EffectWork? {
    guard let mirrored else { return nil }
    if let sender, sender.cascade.isSubscription {
      change { mirrored.adopt(&$0, from: sender.cascade) }
      commit(mirrored.values)
    }
    let work = box.mutate {
      let work = reduction.run(&$0, action).work
      mirrored.sync(&$0)
      return work
    }
    commit(mirrored.values)
    return work
  }

  /// Saves what has changed and stops sharing.
  func endSharing() {
    for entry in mirrored.take()?.values.entries ?? [] { entry.startSaving() }
  }

  func flushShared() async {
    _ = await mirrored?.values.entries.flush()
  }

  private func change(_ body: (inout State) -> Void) {
    _ = box.mutate {
      body(&$0)
      return nil
    }
  }

  private func commit(_ values: SharedValues) {
    if values.hasConsequences { values.commit(under: dependencies) }
  }

  /// Makes all mirrors equal in a state that a test has derived from another one.
  package func follow(_ state: inout State, from old: State) {
    guard let mirrored else { return }
    withStoreDependencies { mirrored.follow(&state, from: old) }
  }
}

extension Reduction {
  /// Makes all mirrors of shared keys equal in a state derived from another one, as a store does
  /// after an action.
  package func follow(_ state: inout State, from old: State) {
    guard let mirrors = declarations.mirrors else { return }
    MirroredState(mirrors, SharedValues(in: nil)).follow(&state, from: old)
  }
}
