extension InFlight {
  /// The parts of a sequence that have not begun.
  struct Remainder {
    var parts: Queue<EffectTree>
    let place: EffectPlace
    /// Kept here too, so that the ledger never releases the last reference to something of the user's.
    let ids: [AnyID]
    /// A part is being entered, and may be cancelled or over before all of it is in.
    var isEntering = false
  }

  /// Enters an effect into the ledger, so that it can be cancelled before it begins.
  ///
  /// Cancels take hold here, in the order in which they were returned. Called while the host is busy.
  func enter(_ tree: EffectTree, _ place: EffectPlace) {
    switch tree {
    case .none: break
    case .leaf(let leaf): enter(leaf, place)
    case .merge(let trees): for tree in trees { enter(tree, place) }
    case .concatenate(let trees): enter(sequence: trees, place)
    case .cancel(let id): cancel(id: id, at: place.path)
    case .cancellable(let tree, let id, let cancelInFlight):
      if cancelInFlight { cancel(id: id, at: place.path) }
      var place = place
      place.ids.append(id)
      enter(tree, place)
    }
  }

  private func enter(sequence parts: [EffectTree], _ place: EffectPlace) {
    guard let node = enterSequence(place) else { return }
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
