extension EffectRegistry {
  /// The ledger and the values of its entries.
  ///
  /// One struct, so that each event needs one access, which is checked for overlaps.
  @MainActor struct Tables {
    var ledger = Ledger()
    var effects = NodeMap<RunningEffect>()
    /// Effects that were returned and have not begun.
    var pending = Queue<RunningEffect>()

    /// Opens a cascade with a number of holds.
    mutating func open(holds: Int32, in registry: EffectRegistry) -> Cascade {
      let node = ledger.openCascade(holds: holds)
      guard let cascade = registry.endedCascade.take() else {
        return Cascade(node: node, registry: registry)
      }
      cascade.reopen(node, in: registry)
      return cascade
    }

    /// Takes back one hold; returns true if that closed the cascade.
    mutating func release(_ cascade: Cascade) -> Bool {
      ledger.release(cascade.node)
    }

    /// Enters an effect that is all that an action returned.
    ///
    /// Nothing can come between, so the cascade needs no hold.
    mutating func enter(
      _ leaf: EffectLeaf, cause: any Sendable, in cascade: Cascade?, of registry: EffectRegistry
    ) -> Cascade {
      let cascade = cascade ?? open(holds: 0, in: registry)
      if let node = ledger.enter(.effect, under: cascade.node) {
        // Without a context, which would be copied. (d2: 6 %)
        add(RunningEffect(node: node, leaf: leaf, cascade: cascade, cause: cause, in: registry))
      }
      return cascade
    }

    /// Enters an effect unless its parent has been cancelled.
    mutating func enter(
      _ leaf: EffectLeaf, _ context: EffectContext, of registry: EffectRegistry
    ) {
      guard
        let node = ledger.enter(
          .effect, under: context.parent, ids: context.ids, path: context.path)
      else { return }
      let effect = RunningEffect(
        node: node, leaf: leaf, cascade: context.cascade, cause: context.cause, in: registry,
        dependencies: context.dependencies, dismiss: context.dismiss)
      if registry.observation != nil {
        effect.description = describe(effect, sender: context.sender?.description?.id)
      }
      add(effect)
    }

    /// Describes an effect in flight.
    func describe(_ effect: RunningEffect, sender: Int? = nil) -> EffectDescription {
      EffectDescription(
        id: ledger.serial(of: effect.node), name: effect.name, origin: effect.origin,
        isSubscription: effect.cascade.isSubscription, sender: sender,
        cancelIDs: ledger.ids(of: effect.node), pathComponents: ledger.path(of: effect.node),
        cause: effect.cause, declaredID: effect.cascade.subscriptionID)
    }

    private mutating func add(_ effect: RunningEffect) {
      effects[effect.node] = effect
      pending.append(effect)
    }

    /// Takes the first pending effect; a cancelled one does not begin but is returned all the same,
    /// because its captures must not be released in here.
    mutating func begin() -> (effect: RunningEffect, begins: Bool, hasMore: Bool)? {
      guard let effect = pending.popFirst() else { return nil }
      return (effect, ledger.begin(effect.node), !pending.isEmpty)
    }

    /// Removes an effect that has ended.
    mutating func end(
      _ effect: RunningEffect
    ) -> (next: Ledger.Next, released: Ledger.Released?) {
      _ = effects.remove(effect.node)
      return (ledger.end(effect.node), ledger.takeReleased())
    }
  }

  /// The values of a ledger's entries, found by index.
  struct NodeMap<Value> {
    private var values: ContiguousArray<Value?> = []

    subscript(node: Ledger.Node) -> Value? {
      get { values[Int(node.index)] }
      set {
        while values.count <= Int(node.index) { values.append(nil) }
        values[Int(node.index)] = newValue
      }
    }

    mutating func remove(_ node: Ledger.Node) -> Value? {
      guard Int(node.index) < values.count else { return nil }
      return values[Int(node.index)].take()
    }

    mutating func remove(_ nodes: [Ledger.Node]) -> [Value] {
      nodes.isEmpty ? [] : nodes.compactMap { remove($0) }
    }
  }
}
