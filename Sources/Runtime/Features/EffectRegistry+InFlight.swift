// Lists what is in flight, and decides what a cancel reaches.
//
// An *entry* is an `InFlight`: an effect, a sequence of effects (`concatenate`), or a cascade,
// which is everything that follows from one action. The tables are the lists of members in each
// entry, and of entries in each feature. User values that are taken out of them go into
// `released`, and features that may be empty now go into `idle`. `releaseUnused` clears both when
// no table is being changed, because a `deinit` is user code.

extension EffectRegistry {
  /// Lists an entry, before it begins, under its parent, its ids and its feature.
  func insert(_ entry: InFlight, under parent: InFlight, isWaiting: Bool = false) {
    entry.attach(to: parent, isWaiting: isWaiting)
    entry.list()
  }

  /// Replaces the ids of an entry with a part of them.
  func setIDs(_ ids: [CancelID], of entry: InFlight) {
    // Ids are listed outermost first, and only the outer ones, which the new parent has, are left
    // out. The new ids are therefore the last of the old ones: equal counts mean equal ids.
    if entry.ids.count == ids.count { return }
    released += entry.unlist() as [Any]
    released.append(exchange(&entry.ids, with: ids))
    entry.list()
  }

  /// Moves a waiting entry to another parent, in which it begins or waits on; `ids` are those of
  /// its ids that the new parent does not have.
  func move(_ entry: InFlight, under parent: InFlight, ids: [CancelID], isWaiting: Bool) {
    if entry.phase == .ended { return }
    entry.detach()
    setIDs(ids, of: entry)
    entry.attach(to: parent, isWaiting: isWaiting)
  }

  /// Removes an entry without members, and the cancelled sequences above it that are then empty.
  ///
  /// - Returns: The parent that has become empty, if the caller must do something for it: register
  ///   the next part of a sequence, or close a cascade.
  func remove(_ entry: InFlight) -> InFlight? {
    var entry = entry
    while true {
      // A waiting entry is not a member of its parent, which does not become empty by its removal.
      let parent = entry.phase == .waiting ? nil : entry.parent
      // An entry in the root without ids is in no table of a feature.
      if !entry.ids.isEmpty || !entry.feature.isRoot {
        released += entry.unlist() as [Any]
        released.append(exchange(&entry.ids, with: []))
        idle.append(entry.feature)
      }
      // Gives the entry the root as its feature, so that it does not retain its own.
      entry.markEnded(in: root)
      guard let parent, parent.members.isEmpty else { return nil }
      switch parent.role {
      // A cascade with holds stays open: actions are queued or effects are registered in it.
      case .cascade: return (parent as? Cascade)?.holds == 0 ? parent : nil
      case .sequence where parent.phase == .cancelled: entry = parent
      case .sequence: return parent
      // Never the case: an effect has no members, only entries that wait in it.
      case .effect: return nil
      }
    }
  }

  /// Forgets the throttles of a feature whose time is over: they delay nothing any more.
  func forgetPastThrottles(in feature: Feature) {
    let all = feature.throttles
    if !all.isEmpty { feature.throttles = all.filter { !$0.value.isPast() } }
    released.append(all)
    idle.append(feature)
  }

  /// Removes the features in which nothing is alive any more, and releases what was taken out of
  /// the tables; called when no table is being changed, because user code may run.
  func releaseUnused() {
    // A feature that is empty while effects are registered may be needed for the next one.
    if !idle.isEmpty, !isRegistering {
      for feature in exchange(&idle, with: []) {
        for feature in feature.lineage where feature.leaveIfUnused() { released.append(feature) }
      }
    }
    if !released.isEmpty { extendLifetime(exchange(&released, with: [])) }
  }

  // MARK: - Cancelling

  /// What a cancel must act on after it has changed the tables.
  private struct Cancellation {
    /// Effects that were taken out of the tables and are to be disconnected.
    var effects: [RunningEffect] = []
    /// Entries that have lost their last member: sequences that must continue, which stay listed,
    /// and cascades that must close.
    var emptied: [InFlight] = []
  }

  /// Cancels these entries and all below them; `cause` is the action that returned the cancel.
  ///
  /// Collects the effects and sequences below the entries, takes them out of the tables, and then
  /// carries out the cancel: disconnects all effects, and after that cancels their tasks. A
  /// cancellation handler that calls the store therefore meets tables that are up to date.
  ///
  /// The sequences that must continue are added to `due`. The caller registers their next parts:
  /// here, each cancel in such a part would call this method recursively.
  func cancel(
    _ entries: [InFlight], _ reason: EffectCancellation.Reason, id: AnyID? = nil,
    by cause: (any Sendable)? = nil
  ) {
    var found = Cancellation()
    var sequences: [InFlight] = []
    var effects: [InFlight] = []
    var rest = entries
    while let entry = rest.popLast() {
      if !entry.isLive { continue }
      if entry.role == .effect {
        effects.append(entry)
        continue
      }
      if entry.role == .sequence { sequences.append(entry) }
      entry.markCancelled()
      rest += entry.members.all + entry.waiting.all
    }
    for effect in effects.inOrder { cancel(effect, &found) }
    for sequence in sequences.inOrder {
      // The remainder has the parts that have not begun.
      if let remainder = sequence.remainder.take() { released.append(remainder) }
      if sequence.phase == .cancelled, sequence.members.isEmpty { remove(sequence, &found) }
    }
    carryOut(found, reason, id, cause)
  }

  /// Takes an effect, and what it delays as the wait of a debounce or a throttle, out of the
  /// tables.
  private func cancel(_ entry: InFlight, _ found: inout Cancellation) {
    if !entry.isLive { return }
    if let effect = entry as? RunningEffect { found.effects.append(effect) }
    let wait = entry.phase == .waiting ? entry.parent : nil
    let delayed = entry.waiting.all
    if let remainder = entry.remainder.take() { released.append(remainder) }
    remove(entry, &found)
    for entry in delayed.inOrder { cancel(entry, &found) }
    // A wait ends when nothing is left that it delays.
    if let wait, wait.role == .effect, wait.waiting.isEmpty { cancel(wait, &found) }
  }

  private func remove(_ entry: InFlight, _ found: inout Cancellation) {
    if let emptied = remove(entry) { found.emptied.append(emptied) }
  }

  /// Disconnects the effects, notifies the observers of the store, and cancels the tasks.
  ///
  /// Effects that have begun are counted: in the statistics, and among the cancelled operations of
  /// the store and of the cascade, whose `finish` waits until these have returned. Sequences that
  /// must continue become `due`: the caller of `cancel` registers their next parts.
  private func carryOut(
    _ found: Cancellation, _ reason: EffectCancellation.Reason, _ id: AnyID?,
    _ cause: (any Sendable)?
  ) {
    let ended = found.effects.inOrder
    observation?.addCancelled(ended, reason, id, by: cause)
    for effect in ended {
      effect.disconnect(as: .cancelled)
      if !effect.hasBegun { continue }
      statistics.effectsCancelled += 1
      cancelledOperations.add()
      effect.cascade.addCancelledOperation()
    }
    for case let cascade as Cascade in found.emptied { close(cascade) }
    loop?.notifyObservers()
    for effect in ended { effect.cancelTask() }
    due += found.emptied.filter { $0.role == .sequence }
    for effect in ended { effect.releaseLeaf() }
    releaseUnused()
  }
}

extension Array where Element: InFlight {
  /// The entries in the order in which they were returned.
  @MainActor fileprivate var inOrder: [Element] {
    count < 2 ? self : sorted { $0.serial < $1.serial }
  }
}
