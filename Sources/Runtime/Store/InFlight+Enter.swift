extension InFlight {
  /// The parts of a sequence that have not begun.
  struct Remainder {
    var parts: Queue<EffectTree>
    let place: EffectPlace
    /// Kept here too, so that the ledger never releases the last reference to something of the user's.
    let ids: [CancelID]
    /// A part is being entered, and may be cancelled or over before all of it is in.
    var isEntering = false
  }

  /// Enters what an action returned: into the cascade that the action belongs to, or a new one.
  func enter(
    _ tree: EffectTree, cause: any Sendable, in cascade: Cascade?, sender: RunningEffect?
  ) -> Cascade? {
    guard let host else { return cascade }
    if case .leaf(let leaf) = tree {
      return tables.enter(leaf, cause: cause, in: cascade, host: host, inFlight: self)
    }
    // Held meanwhile: a cancel in the effect may end all that the cascade has, and more may follow it.
    let cascade = hold(cascade)
    enter(tree, EffectPlace(cascade: cascade, cause: cause, sender: sender))
    release(cascade)
    releaseIDs()
    return cascade
  }

  /// Enters an effect into the ledger, so that it can be cancelled before it begins.
  ///
  /// Cancels take hold here, in the order in which they were returned. Called while the host is busy.
  func enter(_ tree: EffectTree, _ place: EffectPlace) {
    switch tree {
    case .none: break
    case .leaf(let leaf):
      if let host { tables.enter(leaf, place, host: host, inFlight: self) }
    case .merge(let trees): for tree in trees { enter(tree, place) }
    case .concatenate(let trees): enter(sequence: trees, place)
    case .cancel(let id): cancel(id: id, at: place.path)
    case .cancellable(let tree, let id, let cancelInFlight):
      if cancelInFlight { cancel(id: id, at: place.path) }
      var place = place
      place.ids.append(CancelID(id, at: place.path))
      enter(tree, place)
    case .scoped(let tree, let component): enter(tree, in: component, place)
    case .dependent(let tree, let values):
      var place = place
      place.dependencies = values
      enter(tree, place)
    case .presented(let tree, let dismiss):
      var place = place
      place.dismiss = dismiss
      enter(tree, place)
    case .timed(let tree, let timing): enter(tree, timing, place)
    case .absent(let child): report(child, place)
    }
  }

  /// Enters what a child feature returned.
  private func enter(_ tree: EffectTree, in component: PathComponent, _ place: EffectPlace) {
    hasPaths = true
    var inside = place
    inside.path = tables.ledger.descend(component, from: place.path)
    enter(tree, inside)
    tables.ledger.leave(inside.path)
  }

  private func enter(sequence parts: [EffectTree], _ place: EffectPlace) {
    guard
      let node = tables.ledger.enter(
        .sequence, under: place.parent, ids: place.ids, path: place.path)
    else { return }
    var inside = place
    inside.parent = node
    inside.ids = []
    remainders[node] = Remainder(parts: Queue(parts), place: inside, ids: place.ids)
    advance(node)
  }

  /// Enters the next part of a sequence, or takes the sequence out when none is left or it was cancelled.
  func advance(_ sequence: Ledger.Node) {
    guard let host, remainders[sequence]?.isEntering != true else { return }
    host.busy {
      while tables.ledger.isLive(sequence), !tables.ledger.hasChildren(sequence) {
        guard let part = remainders[sequence]?.parts.popFirst(),
          let place = remainders[sequence]?.place
        else {
          end(sequence: sequence)
          break
        }
        remainders[sequence]?.isEntering = true
        enter(part, place)
        remainders[sequence]?.isEntering = false
      }
      if !tables.ledger.isLive(sequence) { _ = remainders.removeValue(forKey: sequence) }
    }
  }
}
