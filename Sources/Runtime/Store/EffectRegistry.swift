import RatchetDependencies

/// The effects of a store that are in flight: does what the ledger decides.
///
/// The life of an effect:
/// 1. `enter` lists it in the ledger, under its ids. It is pending.
/// 2. `startNext` starts it, when nothing is queued any more. It is running.
/// 3. `ended` takes it out when its work is done, or `carryOut` when it is cancelled: by its id,
///    with its cascade, with its feature, or with its store. It cannot send any more.
/// 4. `ended` is called for a cancelled effect as well, when its operation has returned.
///
/// Outlives its store until the operations of cancelled effects have returned, so that whoever
/// waits for them is told.
@MainActor package final class EffectRegistry {
  var tables = Tables()
  /// The store's loop, until the store is released.
  var loop: (any StoreLoop)?
  /// The store's dependencies, for what has to be reported when the store may be released.
  var dependencies: DependencyValues
  /// Mirrors whether the ledger has paths. (a: what the ledger has is not looked up for each send.)
  var hasPaths = false
  var throttles = ThrottleTable()
  var remainders: [Ledger.Node: Remainder] = [:]
  /// Sequences whose next part is due.
  var due: [Ledger.Node] = []
  /// Effects are being entered; that goes on with the sequences that are due.
  var isEntering = false
  /// Actions that were not reduced, because what sent them had been cancelled.
  private(set) var dropped = 0
  let cancelledOperations = CancelledOperations()
  /// Opened when nothing is in flight.
  private var gate: Gate?

  init(dependencies: DependencyValues) {
    self.dependencies = dependencies
  }

  // MARK: - Cascades

  /// Begins a cascade, which stays open until it is released.
  func openCascade() -> Cascade {
    tables.open(holds: 1, in: self)
  }

  /// Keeps a cascade open until it is released; begins one if there is none.
  @discardableResult
  package func hold(_ cascade: Cascade?) -> Cascade {
    guard let cascade else { return openCascade() }
    tables.ledger.hold(cascade.node)
    return cascade
  }

  package func release(_ cascade: Cascade) {
    if tables.release(cascade) { close(cascade) }
  }

  func cancel(_ cascade: Cascade) {
    carryOut(tables.ledger.cancel(cascade: cascade.node))
    advanceDue()
  }

  func isLive(_ cascade: Cascade) -> Bool {
    tables.ledger.isLive(cascade.node)
  }

  // MARK: - Effects

  /// Starts the effect that was returned first of those that are pending; true if there are more.
  func startNext() -> Bool {
    guard let next = tables.begin() else { return false }
    if next.begins { next.effect.start() }
    return next.isFollowed
  }

  /// Takes an effect out whose work is done.
  func ended(_ effect: RunningEffect) {
    if effect.outcome == .cancelled {
      cancelledOperations.remove()
      effect.cascade.removeCancelledOperation()
      return
    }
    effect.disconnect(as: .finished)
    let end = tables.end(effect)
    switch end.next {
    case .nothing: break
    case .advance(let sequence):
      advance(sequence)
      releaseUnused()
    case .closed: close(effect.cascade)
    }
    effect.releaseLeaf()
    withExtendedLifetime(end.released) {}
  }

  /// Called while effects are entered.
  func cancel(id: AnyID, at path: PathTable.ID) {
    carryOut(tables.ledger.cancel(id: id, at: path))
  }

  package func cancelAll() {
    carryOut(tables.ledger.cancelAll())
  }

  func recordDropped() {
    dropped += 1
  }

  // MARK: - Consequences

  /// Does what a cancel asks for.
  ///
  /// Disconnects all before it cancels the first task: what a cancellation handler does then meets
  /// a ledger that has decided. Does not enter the next parts of sequences, which would take stack
  /// for each cancel in those: that is left to the caller.
  func carryOut(_ cancellation: Ledger.Cancellation) {
    // All is taken out first: what is called or released below may enter new effects, which may get
    // the same slots.
    let abandoned = cancellation.abandoned.compactMap { tables.effects.remove($0) }
    let running = cancellation.running.compactMap { tables.effects.remove($0) }
    let parts = cancellation.abandoned.compactMap { remainders.removeValue(forKey: $0) }
    remainders.shrinkIfSparse()
    tables.trimEffects()
    for effect in abandoned { effect.disconnect(as: .cancelled) }
    for effect in running {
      effect.disconnect(as: .cancelled)
      cancelledOperations.add()
      effect.cascade.addCancelledOperation()
    }
    if !cancellation.closed.isEmpty {
      // A cascade that has nothing left had one of these.
      for effect in abandoned { closeIfEmpty(effect.cascade) }
      for effect in running { closeIfEmpty(effect.cascade) }
      for part in parts { closeIfEmpty(part.cascade) }
      openGateIfEmpty()
    }
    for effect in running { effect.cancelTask() }
    due += cancellation.due
    for effect in abandoned { effect.releaseLeaf() }
    for effect in running { effect.releaseLeaf() }
    withExtendedLifetime(parts) {}
    releaseUnused()
  }

  /// Releases what the tables let go of, when none of them is being changed.
  func releaseUnused() {
    // c-live: to ask first takes a third of the time.
    if throttles.isEmpty, !tables.ledger.hasReleased { return }
    let forgotten = throttles.takeForgotten()
    for throttle in forgotten { tables.ledger.leave(throttle.subject.path) }
    let released = tables.ledger.takeReleased()
    withExtendedLifetime((forgotten, released)) {}
  }

  private func closeIfEmpty(_ cascade: Cascade) {
    if !tables.ledger.contains(cascade.node) { cascade.close() }
  }

  func close(_ cascade: Cascade) {
    cascade.close()
    openGateIfEmpty()
  }

  private func openGateIfEmpty() {
    guard let gate, tables.ledger.isEmpty else { return }
    self.gate = nil
    gate.open()
  }

  // MARK: - Questions

  /// Whether nothing is in flight.
  package var isEmpty: Bool { tables.ledger.isEmpty }

  /// Whether nothing at all is left in the ledger but what throttles remember, for tests.
  package var isClean: Bool {
    let ledger = tables.ledger
    let remembered = Set(throttles.subjects.flatMap { ledger.paths.lineage(of: $0.path) })
    return ledger.isEmpty && ledger.listedIDs == 0 && ledger.pathsInUse == remembered.count
  }

  /// The effects that can still send, in the order in which they were returned.
  package var live: [RunningEffect] {
    tables.ledger.liveEffects.compactMap { tables.effects[$0] }
  }

  package func isLive(_ effect: RunningEffect) -> Bool {
    tables.ledger.isLive(effect.node)
  }

  package func describe(_ effect: RunningEffect) -> EffectDescription {
    EffectDescription(
      id: tables.ledger.serial(of: effect.node),
      name: effect.name,
      origin: effect.origin,
      ids: tables.ledger.ids(of: effect.node).map(\.description),
      path: tables.ledger.path(of: effect.node).map(\.description).joined(separator: "."),
      startedBy: ValueLine.text(effect.cause)
    )
  }

  /// Returns when nothing is in flight or the calling task is cancelled.
  package func finish() async {
    // Again, because more may have been sent meanwhile.
    repeat {
      if !tables.ledger.isEmpty {
        let gate = self.gate ?? Gate()
        self.gate = gate
        await gate.pass()
      }
      await cancelledOperations.wait()
    } while !tables.ledger.isEmpty && !Task.isCancelled
  }
}

extension EffectRegistry {
  /// The ledger, with what belongs to its entries.
  ///
  /// One value, because each access to a property of a class is checked for overlap at run time,
  /// which takes as long as the work on the ledger: so there is one access for each thing that
  /// happens. (d2: 100 instructions for each access that is saved)
  @MainActor struct Tables {
    var ledger = Ledger()
    var effects = NodeMap<RunningEffect>()
    /// Effects that were returned and have not begun.
    var pending = Queue<RunningEffect>()

    /// Begins a cascade that is kept open by so many holds.
    mutating func open(holds: Int32, in registry: EffectRegistry) -> Cascade {
      Cascade(node: ledger.openCascade(holds: holds), registry: registry)
    }

    /// Takes back one hold; true when that closed the cascade.
    mutating func release(_ cascade: Cascade) -> Bool {
      defer { trimEffects() }
      return ledger.release(cascade.node)
    }

    /// Enters an effect that is all that an action returned.
    ///
    /// Nothing can come between, so that the cascade needs no hold.
    mutating func enter(
      _ leaf: any EffectLeaf, cause: any Sendable, in cascade: Cascade?, of registry: EffectRegistry
    ) -> Cascade {
      let cascade = cascade ?? open(holds: 0, in: registry)
      if let node = ledger.enter(.effect, under: cascade.node) {
        // Without a context, which would be copied. (d2: 6 %)
        add(RunningEffect(node: node, leaf: leaf, cascade: cascade, cause: cause, in: registry))
      }
      return cascade
    }

    /// Enters an effect, unless what it would belong to has been cancelled.
    mutating func enter(
      _ leaf: any EffectLeaf, _ context: EffectContext, of registry: EffectRegistry
    ) {
      guard
        let node = ledger.enter(
          .effect, under: context.parent, ids: context.ids, path: context.path)
      else { return }
      add(
        RunningEffect(
          node: node, leaf: leaf, cascade: context.cascade, cause: context.cause, in: registry,
          dependencies: context.dependencies, dismiss: context.dismiss))
    }

    private mutating func add(_ effect: RunningEffect) {
      effects[effect.node] = effect
      pending.append(effect)
    }

    /// Takes the effect that was returned first of those that are pending; it does not begin if it
    /// was cancelled, but is handed out all the same: what it captures must not be released in
    /// here.
    mutating func begin() -> (effect: RunningEffect, begins: Bool, isFollowed: Bool)? {
      guard let effect = pending.popFirst() else { return nil }
      return (effect, ledger.begin(effect.node), !pending.isEmpty)
    }

    /// Takes out an effect that has ended.
    mutating func end(
      _ effect: RunningEffect
    ) -> (next: Ledger.Next, released: Ledger.Released?) {
      _ = effects.remove(effect.node)
      let next = ledger.end(effect.node)
      trimEffects()
      return (next, ledger.takeReleased())
    }

    /// Gives back the memory for entries that the ledger has given up.
    mutating func trimEffects() {
      effects.trim(to: Int(ledger.slots.end))
    }
  }

  /// What belongs to the entries of a ledger, found by index.
  struct NodeMap<Value> {
    private var values: ContiguousArray<Value?> = []

    /// How many entries it has room for, with and without a value.
    var count: Int { values.count }

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

    /// Gives back the memory behind so many values, all of which were removed.
    mutating func trim(to count: Int) {
      if values.count > count { values = ContiguousArray(values[..<count]) }
    }
  }
}
