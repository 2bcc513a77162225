// How the ledger, which records the effects in flight, decides what a cancel reaches. Entries are
// effects, *sequences* (effects that run one after the other) and *cascades* (everything that
// follows from one action sent from outside, or the effects of one subscription).

extension Ledger {
  /// What `EffectRegistry.carryOut` must do for a cancel.
  package struct Cancellation: Equatable {
    /// Effects whose tasks must be cancelled, in the order in which they were returned.
    package var running: [Node] = []
    /// Effects that were removed before they began, and sequences that lost their remaining parts.
    package var abandoned: [Node] = []
    /// Sequences that were not cancelled and whose next part must now be entered.
    package var due: [Node] = []
    /// Cascades that are now empty.
    package var closed: [Node] = []
  }

  /// Cancels the effects that were given this id at this path or below it, except those that wait
  /// in these holders, or are just being entered: they were returned after the cancel.
  package mutating func cancel(
    id: AnyID, at path: PathTable.ID, sparing holders: [Node] = []
  ) -> Cancellation {
    cancel(
      index.nodes(id: id, path: path).filter { node in
        guard isWaiting(node), let parent = slots[node].parent else { return true }
        return slots[parent].kind != .cascade && !holders.contains(parent)
      })
  }

  /// Cancels all effects that were returned at one of these paths or below it; none for the root,
  /// where effects are not listed by path.
  package mutating func cancelAll(at paths: PathTable.ID...) -> Cancellation {
    cancelAll(at: paths)
  }

  package mutating func cancelAll(at paths: [PathTable.ID]) -> Cancellation {
    cancel(paths.flatMap { index.nodes(id: nil, path: $0) })
  }

  /// Cancels these effects: a throttled one that waits and is replaced by a newer one, or what a
  /// throttle drops.
  mutating func cancel(effects: [Node]) -> Cancellation {
    cancel(effects.filter { isLive($0) })
  }

  /// The effects with this id that were returned at exactly this path; a throttle searches them for
  /// the effect that waits.
  func effects(id: AnyID, at path: PathTable.ID) -> [Node] {
    index.nodes(id: id, path: path).filter { slots[$0].path == path && isLiveEffect($0) }
  }

  /// Removes an effect's own ids, so that a cancel by one of them no longer reaches it: called when
  /// the wait of a debounced or throttled effect ends, and the effect itself takes over the ids.
  mutating func forgetIDs(of effect: Node) {
    guard isLive(effect), !slots[effect].ids.isEmpty else { return }
    removeFromIndex(effect)
    keepForRelease(exchange(&slots[effect].ids, with: []))
    index.insert(effect, ids: [], path: slots[effect].path, in: paths)
  }

  /// Cancels a cascade: all its effects, and those that would still be entered into it.
  package mutating func cancel(cascade: Node) -> Cancellation {
    guard isLive(cascade) else { return Cancellation() }
    return cancel([cascade])
  }

  /// Cancels everything that these subscriptions run; each is given by its cascade.
  mutating func cancel(subscriptions: [Node]) -> Cancellation {
    cancel(subscriptions.filter { isLive($0) })
  }

  /// Cancels everything that any subscription runs, when the store is drained.
  mutating func cancelSubscriptions() -> Cancellation {
    cancel(
      slots.numbers.filter { slots[$0].kind == .cascade && slots[$0].isSubscription }
        .map { node(at: $0) })
  }

  /// Cancels everything.
  package mutating func cancelAll() -> Cancellation {
    cancel(slots.numbers.filter { slots[$0].kind == .cascade }.map { node(at: $0) })
  }

  private func isLiveEffect(_ node: Node) -> Bool {
    isLive(node) && slots[node].kind == .effect
  }

  /// Cancels these entries and all below them, effects in the order in which they were returned.
  private mutating func cancel(_ roots: [Node]) -> Cancellation {
    var cancellation = Cancellation()
    var effects: [Node] = []
    for root in roots.sorted(by: { slots[$0].serial < slots[$1].serial }) where isLive(root) {
      if slots[root].kind == .effect {
        effects.append(root)
      } else {
        mark(root, effects: &effects, cancellation: &cancellation)
      }
    }
    effects.sort { slots[$0].serial < slots[$1].serial }
    for effect in effects where isLive(effect) { cancel(effect: effect, &cancellation) }
    for sequence in cancellation.abandoned where contains(sequence) {
      if slots[sequence].firstChild == .none {
        let next = remove(sequence)
        record(next, &cancellation)
      }
    }
    return cancellation
  }

  /// Marks cascades and sequences as cancelled and collects the effects below them.
  private mutating func mark(
    _ root: Node, effects: inout [Node], cancellation: inout Cancellation
  ) {
    var rest = [root]
    while let node = rest.popLast() {
      if slots[node].kind == .effect {
        effects.append(node)
        continue
      }
      if slots[node].kind == .sequence {
        removeFromIndex(node)
        cancellation.abandoned.append(node)
        effects += waiting[node] ?? []
      }
      slots[node].phase = .cancelled
      var child = slots[node].lastChild
      while child != .none {
        let node = self.node(at: child)
        if isLive(node) { rest.append(node) }
        child = slots[child].previous
      }
    }
  }

  private mutating func cancel(effect: Node, _ cancellation: inout Cancellation) {
    if slots[effect].phase == .running {
      cancelled += 1
      cancellation.running.append(effect)
    } else {
      cancellation.abandoned.append(effect)
    }
    // A constant: if `remove` were called in the argument, an unoptimized build would copy the
    // ledger.
    let holder = slots[effect].phase == .waiting ? slots[effect].parent : nil
    let next = remove(effect)
    record(next, &cancellation)
    let delayed = (waiting[effect] ?? []).sorted { slots[$0].serial < slots[$1].serial }
    for effect in delayed { cancel(effect: effect, &cancellation) }
    // A delay ends when nothing is left that it delays.
    if let holder, waiting[holder] == nil, isLiveEffect(holder) {
      cancel(effect: holder, &cancellation)
    }
  }

  private func record(_ next: Next, _ cancellation: inout Cancellation) {
    switch next {
    case .nothing: break
    case .advance(let sequence): cancellation.due.append(sequence)
    case .closed(let cascade): cancellation.closed.append(cascade)
    }
  }
}
