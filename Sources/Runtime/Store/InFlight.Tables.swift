extension InFlight {
  /// The ledger, with what belongs to its entries.
  ///
  /// One value, because each access to a property of a class is checked for overlap at run time, which takes
  /// as long as the work on the ledger: so there is one access for each thing that happens.
  @MainActor struct Tables {
    var ledger = Ledger()
    var effects = NodeMap<RunningEffect>()
    var cascades = NodeMap<Cascade>()
    /// Effects that were returned and have not begun.
    var pending = Queue<RunningEffect>()

    mutating func open(in inFlight: InFlight) -> Cascade {
      let cascade = Cascade(node: ledger.openCascade(), inFlight: inFlight)
      cascades[cascade.node] = cascade
      return cascade
    }

    mutating func enter(
      _ leaf: any EffectLeaf, _ place: EffectPlace, host: any EffectHost, inFlight: InFlight
    ) {
      guard let node = enter(.effect, place) else { return }
      let effect = RunningEffect(
        node: node, leaf: leaf, place: place, host: host, inFlight: inFlight)
      effects[node] = effect
      pending.append(effect)
    }

    mutating func enter(_ kind: Ledger.Kind, _ place: EffectPlace) -> Ledger.Node? {
      ledger.enter(kind, under: place.parent, ids: place.ids, path: place.path)
    }

    /// Takes the effect that was returned first of those that have not begun; it does not begin if it was
    /// cancelled, but is handed out all the same: what it captures must not be released in here.
    mutating func begin() -> (effect: RunningEffect, begins: Bool)? {
      pending.popFirst().map { ($0, ledger.begin($0.node)) }
    }

    mutating func end(_ effect: RunningEffect) -> Ledger.Next {
      _ = effects.remove(effect.node)
      return ledger.end(effect.node)
    }

    /// Takes out a cascade, and tells whether nothing is in flight any more.
    mutating func close(_ node: Ledger.Node) -> (cascade: Cascade?, isEmpty: Bool) {
      (cascades.remove(node), ledger.isEmpty)
    }
  }
}
