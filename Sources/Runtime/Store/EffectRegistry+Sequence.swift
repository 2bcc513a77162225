extension EffectRegistry {
  /// The parts of a sequence that have not begun.
  final class Remainder {
    /// The next one is the last.
    private var parts: [EffectTree]
    let entry: Entry
    /// Kept here too, so that the ledger never releases the last reference to something of the user's.
    private let ids: [CancelID]
    /// A part is being entered, and may be cancelled or over before all of it is in.
    var isEntering = false

    init(_ parts: [EffectTree], _ entry: Entry, ids: [CancelID]) {
      self.parts = parts.reversed()
      self.entry = entry
      self.ids = ids
    }

    /// Takes out the next part; the parts of a sequence that is a part are as well those of this one.
    func popFirst() -> EffectTree? {
      while let part = parts.popLast() {
        guard case .node(let node) = part, case .concatenate(let inner) = node.kind else {
          return part
        }
        parts.append(contentsOf: inner.reversed())
      }
      return nil
    }
  }

  /// Enters a sequence, and then its first part.
  func enter(sequence parts: [EffectTree], _ entry: Entry, _ steps: inout [Step]) {
    if let path = entry.path { steps.append(.leave(path)) }
    let context = entry.context
    guard
      let node = tables.ledger.enter(
        .sequence, under: context.parent, ids: context.ids, path: context.path)
    else { return }
    var inside = entry
    inside.tree = .none
    inside.path = nil
    inside.context.parent = node
    inside.context.ids = []
    remainders[node] = Remainder(parts, inside, ids: context.ids)
    steps.append(.advance(node))
  }

  /// Enters the next part of a sequence, or takes the sequence out when none is left or it was cancelled.
  func advance(_ sequence: Ledger.Node) {
    due.append(sequence)
    advanceDue()
  }

  /// Goes on with the sequences whose next part is due, unless effects are being entered: then that will.
  func advanceDue() {
    if isEntering || due.isEmpty { return }
    host?.busy { enterDue() }
  }

  /// Enters the next part of a sequence if it is due, and leaves what follows to further steps.
  func advance(_ sequence: Ledger.Node, _ steps: inout [Step]) {
    guard let remainder = remainders[sequence], !remainder.isEntering else { return }
    guard tables.ledger.isLive(sequence) else {
      remainders[sequence] = nil
      return
    }
    if tables.ledger.hasChildren(sequence) { return }
    guard let part = remainder.popFirst() else {
      remainders[sequence] = nil
      if let parent = end(sequence: sequence) { steps.append(.advance(parent)) }
      return
    }
    remainder.isEntering = true
    var entry = remainder.entry
    entry.tree = part
    steps.append(.entered(sequence))
    steps.append(.enter(entry))
  }

  /// Takes out a sequence that has no part left; returns the sequence whose next part is due then.
  private func end(sequence: Ledger.Node) -> Ledger.Node? {
    switch tables.ledger.end(sequence) {
    case .nothing: break
    case .advance(let parent): return parent
    case .closed(let cascade): close(tables.cascades.remove(cascade))
    }
    return nil
  }
}
