extension Ledger {
  /// What a cancel asks of the executor.
  package struct Cancellation: Equatable {
    /// Effects whose tasks must be cancelled, in the order in which they were returned.
    package var running: [Node] = []
    /// Effects that were removed before they began, and sequences that lose their remaining parts.
    package var abandoned: [Node] = []
    /// Sequences that are not cancelled themselves, whose next part is due.
    package var due: [Node] = []
    /// Cascades that have nothing left.
    package var closed: [Node] = []
  }

  /// Cancels the effects with this id that were returned at this path or below it.
  package mutating func cancel(id: AnyID, at path: PathTable.ID) -> Cancellation {
    cancel(index.nodes(id: id, path: path))
  }

  /// Cancels all effects that were returned at one of these paths or below it; not for the root.
  package mutating func cancelAll(at paths: PathTable.ID...) -> Cancellation {
    cancelAll(at: paths)
  }

  package mutating func cancelAll(at paths: [PathTable.ID]) -> Cancellation {
    cancel(paths.flatMap { index.nodes(id: nil, path: $0) })
  }

  /// Cancels one effect.
  mutating func cancel(effect: Node) -> Cancellation {
    cancel([effect])
  }

  /// The effects with this id that were returned at this very path.
  func effects(id: AnyID, at path: PathTable.ID) -> [Node] {
    index.nodes(id: id, path: path).filter { slots[$0].path == path && isLive($0) }
  }

  /// Takes its own ids from an effect, so that a cancel by one of them does not reach it any more.
  mutating func forgetIDs(of effect: Node) {
    guard isLive(effect), !slots[effect].ids.isEmpty else { return }
    removeFromIndex(effect)
    keepForRelease(slots[effect].takeIDs())
    index.insert(effect, ids: [], path: slots[effect].path, in: paths)
  }

  /// Cancels a cascade: all its effects, and what they would still return.
  package mutating func cancel(cascade: Node) -> Cancellation {
    guard isLive(cascade) else { return Cancellation() }
    return cancel([cascade])
  }

  /// Cancels all that subscriptions run.
  mutating func cancel(subscriptions: [Node]) -> Cancellation {
    cancel(subscriptions.filter { isLive($0) })
  }

  /// Cancels all that all subscriptions run.
  mutating func cancelSubscriptions() -> Cancellation {
    cancel(
      slots.numbers.filter { slots[$0].kind == .cascade && slots[$0].isSubscription }
        .map { node(at: $0) })
  }

  /// Cancels everything.
  package mutating func cancelAll() -> Cancellation {
    cancel(slots.numbers.filter { slots[$0].kind == .cascade }.map { node(at: $0) })
  }

  private mutating func cancel(_ roots: [Node]) -> Cancellation {
    if roots.isEmpty { return Cancellation() }
    var effects: [Node] = []
    var cancellation = Cancellation()
    // Mostly it is one effect: then nothing is sorted and no list of what is below is made. (e)
    let roots = roots.count == 1 ? roots : roots.sorted { slots[$0].serial < slots[$1].serial }
    for root in roots where isLive(root) {
      if slots[root].kind == .effect {
        effects.append(root)
      } else {
        mark(root, effects: &effects, cancellation: &cancellation)
      }
    }
    if effects.count > 1 { effects.sort { slots[$0].serial < slots[$1].serial } }
    for effect in effects where isLive(effect) { cancel(effect: effect, &cancellation) }
    for sequence in cancellation.abandoned where contains(sequence) {
      if slots[sequence].firstChild == .none {
        let next = remove(sequence)
        record(next, &cancellation)
      }
    }
    return cancellation
  }

  /// Marks what is no effect as cancelled, and collects the effects below it.
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
    // Not as an argument: a build that does not optimize would copy the ledger for that.
    let next = remove(effect)
    record(next, &cancellation)
  }

  private func record(_ next: Next, _ cancellation: inout Cancellation) {
    switch next {
    case .nothing: break
    case .advance(let sequence): cancellation.due.append(sequence)
    case .closed(let cascade): cancellation.closed.append(cascade)
    }
  }
}
