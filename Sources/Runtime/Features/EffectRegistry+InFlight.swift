// Lists what is in flight, and decides what a cancel reaches.

extension EffectRegistry {
  /// Lists an entry, before it begins, under its parent, its ids and its feature.
  func insert(_ entry: InFlight, under parent: InFlight, isWaiting: Bool = false) {
    entry.attach(to: parent, isWaiting: isWaiting)
    entry.list()
  }

  /// Gives an entry other ids.
  func setIDs(_ ids: [CancelID], of entry: InFlight) {
    if entry.ids.count == ids.count { return }
    released += entry.unlist() as [Any]
    released.append(exchange(&entry.ids, with: ids))
    entry.list()
  }

  /// Lets an effect that waits begin, or wait in another parent; `ids` are those that its new
  /// parent does not have.
  func move(_ entry: InFlight, under parent: InFlight, ids: [CancelID], isWaiting: Bool) {
    if entry.phase == .ended { return }
    entry.detach()
    setIDs(ids, of: entry)
    entry.attach(to: parent, isWaiting: isWaiting)
  }

  /// Removes an entry without members, and the cancelled sequences above it that are then empty;
  /// returns the sequence that must continue, or the cascade that must close, because it has become
  /// empty.
  func remove(_ entry: InFlight) -> InFlight? {
    var entry = entry
    while true {
      let parent = entry.phase == .waiting ? nil : entry.parent
      if !entry.ids.isEmpty || !entry.feature.isRoot {
        released += entry.unlist() as [Any]
        released.append(exchange(&entry.ids, with: []))
        idle.append(entry.feature)
      }
      entry.markEnded(in: root)
      guard let parent, parent.members.isEmpty else { return nil }
      switch parent.role {
      case .cascade: return (parent as? Cascade)?.holds == 0 ? parent : nil
      case .sequence where parent.phase == .cancelled: entry = parent
      case .sequence: return parent
      case .effect: return nil
      }
    }
  }

  /// Forgets the throttles of a feature that hold nothing back any more.
  func forgetPastThrottles(in feature: Feature) {
    let all = feature.throttles
    if !all.isEmpty { feature.throttles = all.filter { !$0.value.isPast() } }
    released.append(all)
    idle.append(feature)
  }

  /// Removes the features in which nothing is alive any more, and releases what the tables no
  /// longer need, while no table is being changed: user code may run.
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

  /// What a cancel has ended.
  private struct Cancellation {
    var effects: [RunningEffect] = []
    /// Sequences that must continue, and cascades that must close.
    var emptied: [InFlight] = []
  }

  /// Cancels these entries and all below them; `cause` is the action that returned the cancel.
  ///
  /// Disconnects all effects before it cancels the first task, so that a cancellation handler that
  /// calls the store meets tables that have already been changed. The caller registers the next
  /// parts of sequences: here, each cancel in such a part would call this method recursively.
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
      if let remainder = sequence.remainder.take() { released.append(remainder) }
      if sequence.phase == .cancelled, sequence.members.isEmpty { remove(sequence, &found) }
    }
    carryOut(found, reason, id, cause)
  }

  /// Takes an effect, and what is delayed by it, out of the tables.
  private func cancel(_ entry: InFlight, _ found: inout Cancellation) {
    if !entry.isLive { return }
    if let effect = entry as? RunningEffect { found.effects.append(effect) }
    let delay = entry.phase == .waiting ? entry.parent : nil
    let delayed = entry.waiting.all
    if let remainder = entry.remainder.take() { released.append(remainder) }
    remove(entry, &found)
    for entry in delayed.inOrder { cancel(entry, &found) }
    // A delay ends when nothing is left that it delays.
    if let delay, delay.role == .effect, delay.waiting.isEmpty { cancel(delay, &found) }
  }

  private func remove(_ entry: InFlight, _ found: inout Cancellation) {
    if let emptied = remove(entry) { found.emptied.append(emptied) }
  }

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
