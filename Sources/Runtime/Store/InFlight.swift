/// The effects in flight: does what the ledger decides.
///
/// Outlives its store until the operations of cancelled effects have returned, so that whoever
/// waits for them is told.
@MainActor package final class InFlight {
  private(set) var ledger = Ledger()
  private(set) var dropped = 0
  /// Effects that were returned and have not begun.
  var pending = Queue<RunningEffect>()
  var effects = NodeMap<RunningEffect>()
  var remainders: [Ledger.Node: Remainder] = [:]
  private var cascades = NodeMap<Cascade>()
  let unwinding = Unwinding()
  private var gate: Gate?
  /// The store's core, until the store is gone.
  var host: (any EffectHost)?

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

  func isLive(_ cascade: Cascade) -> Bool {
    ledger.isLive(cascade.node)
  }

  // MARK: - Effects

  func enter(_ kind: Ledger.Kind, _ place: EffectPlace) -> Ledger.Node? {
    ledger.enter(kind, under: place.parent, ids: place.ids, path: place.path)
  }

  /// Starts the effect that was returned first of those that have not begun; false if there is none.
  func startNext() -> Bool {
    guard let effect = pending.popFirst() else { return false }
    if ledger.begin(effect.node) { effect.start() }
    return true
  }

  /// Takes an effect out whose work is done.
  func ended(_ effect: RunningEffect) {
    if effect.phase == .cancelled {
      unwinding.end()
      effect.cascade.endUnwinding()
      return
    }
    _ = effects.remove(effect.node)
    effect.disconnect(as: .finished)
    follow(ledger.end(effect.node))
  }

  /// Takes out a sequence that has no part left.
  func end(sequence: Ledger.Node) {
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

  /// Whether nothing is in flight.
  package var isEmpty: Bool { ledger.isEmpty }

  /// Returns when nothing is in flight or the calling task is cancelled.
  package func finish() async {
    if !ledger.isEmpty {
      let gate = self.gate ?? Gate()
      self.gate = gate
      await gate.pass()
    }
    await unwinding.wait()
  }

  // MARK: - Consequences

  /// Disconnects all before it cancels the first task: what a cancellation handler does then meets a
  /// ledger that has decided.
  private func carryOut(_ cancellation: Ledger.Cancellation) {
    for node in cancellation.abandoned {
      effects.remove(node)?.disconnect(as: .cancelled)
      remainders[node] = nil
    }
    let running = cancellation.running.compactMap { effects.remove($0) }
    for effect in running {
      effect.disconnect(as: .cancelled)
      unwinding.begin()
      effect.cascade.beginUnwinding()
    }
    for node in cancellation.closed { close(node) }
    for effect in running { effect.cancelTask() }
    for node in cancellation.due { advance(node) }
  }

  private func follow(_ next: Ledger.Next) {
    switch next {
    case .nothing: break
    case .advance(let sequence): advance(sequence)
    case .closed(let cascade): close(cascade)
    }
  }

  private func close(_ node: Ledger.Node) {
    cascades.remove(node)?.close()
    guard ledger.isEmpty, let gate else { return }
    self.gate = nil
    gate.open()
  }
}
