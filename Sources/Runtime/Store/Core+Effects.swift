extension Core {
  /// Enters an effect into the ledger, so that it can be cancelled before it begins.
  ///
  /// Cancels take hold here, in the order in which they were returned. Called while busy.
  func enter(_ shape: Effect<Action>.Shape, _ place: EffectPlace, cause: Action) {
    switch shape {
    case .none: break
    case .send(let action): enter(work: .send(action), place, cause: cause)
    case .run(let run): enter(work: .run(run), place, cause: cause)
    case .merge(let shapes): for shape in shapes { enter(shape, place, cause: cause) }
    case .concatenate(let shapes): enter(sequence: shapes[...], place, cause: cause)
    case .cancel(let id): inFlight.cancel(id: id, at: place.path)
    case .cancellable(let shape, let id, let cancelInFlight):
      if cancelInFlight { inFlight.cancel(id: id, at: place.path) }
      var place = place
      place.ids.append(id)
      enter(shape, place, cause: cause)
    }
  }

  private func enter(work: RunningEffect<Action>.Work, _ place: EffectPlace, cause: Action) {
    guard let node = inFlight.enter(.effect, place) else { return }
    let effect = RunningEffect(
      node: node, cascade: place.cascade, work: work, cause: cause, receiver: self,
      inFlight: inFlight)
    inFlight.register(effect)
    pending.append(effect)
    hasWork = true
  }

  private func enter(
    sequence parts: ArraySlice<Effect<Action>.Shape>, _ place: EffectPlace, cause: Action
  ) {
    guard let node = inFlight.enter(.sequence, place) else { return }
    var inside = place
    inside.parent = node
    inside.ids = []
    sequences[node] = EffectSequence(parts: parts, place: inside, cause: cause)
    advance(node)
  }

  /// Enters the next part of a sequence, or takes the sequence out when none is left or it was cancelled.
  func advance(_ sequence: Ledger.Node) {
    busy {
      while inFlight.ledger.isLive(sequence), !inFlight.ledger.hasChildren(sequence) {
        guard let part = sequences[sequence]?.parts.popFirst(), let rest = sequences[sequence]
        else {
          inFlight.ended(sequence: sequence)
          break
        }
        enter(part, rest.place, cause: rest.cause)
      }
      if !inFlight.ledger.isLive(sequence) { sequences[sequence] = nil }
    }
  }
}
