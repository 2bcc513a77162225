/// The effects in flight: does what the ledger decides.
///
/// Outlives its store until the operations of cancelled effects have returned, so that whoever
/// waits for them is told.
@MainActor package final class InFlight {
  package private(set) var ledger = Ledger()
  package private(set) var dropped = 0
  private var effects = NodeMap<any InFlightEffect>()
  private var cascades = NodeMap<Cascade>()
  private var gate: Gate?
  /// Runs sequences.
  ///
  /// Strong, because a weak reference would make every use of a store's core slower. The core lets
  /// go of it when it shuts down.
  var owner: (any SequenceOwner)?

  init() {}

  // MARK: - Cascades

  /// Begins a cascade, which stays open until it is released.
  func openCascade() -> Cascade {
    let cascade = Cascade(node: ledger.openCascade(), inFlight: self)
    cascades[cascade.node] = cascade
    return cascade
  }

  func hold(_ cascade: Cascade) {
    ledger.hold(cascade.node)
  }

  func release(_ cascade: Cascade) {
    if ledger.release(cascade.node) { close(cascade.node) }
  }

  func cancel(_ cascade: Cascade) {
    carryOut(ledger.cancel(cascade: cascade.node))
  }

  // MARK: - Effects

  func enter(_ kind: Ledger.Kind, _ place: EffectPlace) -> Ledger.Node? {
    ledger.enter(kind, under: place.parent, ids: place.ids, path: place.path)
  }

  func register(_ effect: any InFlightEffect) {
    effects[effect.node] = effect
  }

  /// Notes that an effect begins; false when it was cancelled before.
  func begin(_ effect: any InFlightEffect) -> Bool {
    ledger.begin(effect.node)
  }

  /// Takes an effect out whose operation has returned.
  package func ended(_ effect: any InFlightEffect) {
    effects[effect.node] = nil
    if ledger.isLive(effect.node) { effect.disconnect(as: .finished) }
    follow(ledger.end(effect.node))
  }

  /// Takes out a sequence that has no part left.
  func ended(sequence: Ledger.Node) {
    follow(ledger.end(sequence))
  }

  func cancel(id: AnyID, at path: PathTable.ID) {
    carryOut(ledger.cancel(id: id, at: path))
  }

  func cancelAll() {
    carryOut(ledger.cancelAll())
  }

  func noteDropped() {
    dropped += 1
  }

  // MARK: - Questions

  /// The effects that can still send, in the order in which they were returned.
  package var live: [any InFlightEffect] {
    ledger.liveEffects.compactMap { effects[$0] }
  }

  package func isLive(_ effect: any InFlightEffect) -> Bool {
    ledger.isLive(effect.node)
  }

  package func describe(_ effect: any InFlightEffect) -> EffectDescription {
    EffectDescription(
      id: ledger.serial(of: effect.node),
      name: effect.name,
      origin: effect.origin,
      ids: ledger.ids(of: effect.node).map(\.description),
      path: ledger.path(of: effect.node).map(\.description).joined(separator: "."),
      startedBy: effect.startedBy
    )
  }

  /// Returns when nothing is in flight or the calling task is cancelled.
  package func finish() async {
    if ledger.isEmpty { return }
    let gate = self.gate ?? Gate()
    self.gate = gate
    await gate.pass()
  }

  // MARK: - Consequences

  /// Disconnects all before it cancels the first task: what a cancellation handler does then meets a
  /// ledger that has decided.
  private func carryOut(_ cancellation: Ledger.Cancellation) {
    for node in cancellation.abandoned {
      if let effect = effects.remove(node) {
        effect.disconnect(as: .cancelled)
      } else {
        owner?.advance(node)
      }
    }
    let running = cancellation.running.compactMap { effects[$0] }
    for effect in running { effect.disconnect(as: .cancelled) }
    for node in cancellation.closed { close(node) }
    for effect in running { effect.cancelTask() }
    for node in cancellation.due { owner?.advance(node) }
  }

  private func follow(_ next: Ledger.Next) {
    switch next {
    case .nothing: break
    case .advance(let sequence): owner?.advance(sequence)
    case .closed(let cascade): close(cascade)
    }
  }

  private func close(_ node: Ledger.Node) {
    cascades.remove(node)?.close()
    if ledger.isEmpty {
      gate?.open()
      gate = nil
    }
  }
}

/// Keeps the parts of sequences that have not begun.
@MainActor protocol SequenceOwner: AnyObject {
  /// Enters the next part of a sequence; forgets a sequence that was cancelled.
  func advance(_ sequence: Ledger.Node)
}
