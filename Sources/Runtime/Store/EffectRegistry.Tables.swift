extension EffectRegistry {
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

    /// Begins a cascade that is kept open by so many holds.
    mutating func open(holds: Int32, in registry: EffectRegistry) -> Cascade {
      let cascade = Cascade(node: ledger.openCascade(holds: holds), registry: registry)
      cascades[cascade.node] = cascade
      return cascade
    }

    /// Enters an effect that is all that an action returned.
    ///
    /// Nothing can come between, so that the cascade needs no hold.
    mutating func enter(
      _ leaf: any EffectLeaf, cause: any Sendable, in cascade: Cascade?,
      host: any EffectHost, registry: EffectRegistry
    ) -> Cascade {
      let cascade = cascade ?? open(holds: 0, in: registry)
      enter(leaf, EffectContext(cascade: cascade, cause: cause), host: host, registry: registry)
      return cascade
    }

    mutating func enter(
      _ leaf: any EffectLeaf, _ context: consuming EffectContext,
      host: any EffectHost, registry: EffectRegistry
    ) {
      guard
        let node = ledger.enter(
          .effect, under: context.parent, ids: context.ids, path: context.path)
      else { return }
      // Or each effect would keep the one before it.
      context.sender = nil
      let effect = RunningEffect(
        node: node, leaf: leaf, context: context, host: host, registry: registry)
      effects[node] = effect
      pending.append(effect)
    }

    /// Takes the effect that was returned first of those that have not begun; it does not begin if it was
    /// cancelled, but is handed out all the same: what it captures must not be released in here.
    mutating func begin() -> (effect: RunningEffect, begins: Bool, isFollowed: Bool)? {
      guard let effect = pending.popFirst() else { return nil }
      return (effect, ledger.begin(effect.node), !pending.isEmpty)
    }

    /// Takes out an effect, and the cascade that is closed by that.
    mutating func end(_ effect: RunningEffect) -> (next: Ledger.Next, cascade: Cascade?) {
      _ = effects.remove(effect.node)
      let next = ledger.end(effect.node)
      guard case .closed(let cascade) = next else { return (next, nil) }
      return (next, cascades.remove(cascade))
    }
  }
}
