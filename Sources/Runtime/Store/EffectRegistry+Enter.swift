import RatchetDependencies

extension EffectRegistry {
  /// Enters what an action returned into the action's cascade, or into a new one.
  func enter(
    _ tree: EffectTree, cause: any Sendable, in cascade: Cascade?, sender: RunningEffect?
  ) -> Cascade? {
    if loop == nil { return cascade }
    if observation == nil, case .leaf(let leaf) = tree {
      return tables.enter(leaf, cause: cause, in: cascade, of: self)
    }
    // Held meanwhile: a cancel in the tree may end everything in the cascade, and more may follow.
    let cascade = hold(cascade)
    enter(tree, EffectContext(cascade: cascade, cause: cause, sender: sender))
    release(cascade)
    releaseUnused()
    return cascade
  }

  /// Enters an effect into the ledger, so that it can be cancelled before it begins.
  ///
  /// Cancels take effect here, in the order in which they were returned. Called while actions are
  /// queued.
  func enter(_ tree: consuming EffectTree, _ context: consuming EffectContext) {
    var steps: [Step] = []
    let wasEntering = exchange(&isEntering, with: true)
    enter(Entry(tree: tree, context: context), &steps)
    run(&steps)
    isEntering = wasEntering
  }

  /// Enters the next part of each sequence that is due; that may make others due.
  func enterDue() {
    var steps: [Step] = []
    let wasEntering = exchange(&isEntering, with: true)
    run(&steps)
    isEntering = wasEntering
  }

  // MARK: - Steps

  /// An effect to enter.
  struct Entry {
    var tree: EffectTree
    var context: EffectContext
    /// The map of its leaves' actions.
    var map: ActionMap?
    /// The path of its feature, if it must be released once all of the effect is entered.
    var path: PathTable.ID?
  }

  /// The remaining steps of entering effects: a list rather than recursion, because an effect may
  /// be too deep for the stack.
  private enum Step {
    case enter(Entry)
    /// Enters those of several effects that have not been entered yet.
    case enterRest(ArraySlice<EffectTree>, Entry)
    /// Enters the next part of a sequence if it is due.
    case advance(Ledger.Node)
    /// Records that a part of a sequence has been entered, and enters the next one if that is
    /// already due.
    case entered(Ledger.Node)
    case leave(PathTable.ID)
  }

  /// Runs the steps and all that follow from them.
  private func run(_ steps: inout [Step]) {
    while true {
      takeDue(&steps)
      guard let step = steps.popLast() else { return }
      switch step {
      case .enter(let entry): enter(entry, &steps)
      case .enterRest(let trees, var entry):
        if enterFirst(of: trees, &entry, &steps) { enter(entry, &steps) }
      case .advance(let sequence): advance(sequence, &steps)
      case .entered(let sequence):
        remainders[sequence]?.isEntering = false
        advance(sequence, &steps)
      case .leave(let path): tables.ledger.leave(path)
      }
    }
  }

  /// Sequences whose next part a cancel made due continue before what follows the cancel.
  private func takeDue(_ steps: inout [Step]) {
    if due.isEmpty { return }
    for sequence in due.reversed() { steps.append(.advance(sequence)) }
    due = []
  }

  /// Descends to the first leaf of an effect and leaves the rest to further steps.
  private func enter(_ entry: consuming Entry, _ steps: inout [Step]) {
    while case .node(let node) = entry.tree {
      switch node.kind {
      case .merge(let trees): if !enterFirst(of: trees[...], &entry, &steps) { return }
      case .concatenate(let parts): return enter(sequence: parts, entry, &steps)
      case .cancellable(let tree, let id, let cancelInFlight):
        entry.tree = tree
        if cancelInFlight { cancel(id: id, entry.context) }
        entry.context.add(id)
      case .scoped(let tree, let component):
        entry.tree = tree
        descend(component, &entry)
      case .dependent(let tree, let values):
        entry.tree = tree
        entry.context.dependencies = values
      case .presented(let tree, let dismiss):
        entry.tree = tree
        entry.context.dismiss = entry.map.map { MappedLeaf(dismiss, $0) } ?? dismiss
      case .timed(let tree, let timing):
        entry.tree = tree
        wait(&entry, timing)
      case .mapped(let tree, let map):
        entry.tree = tree
        entry.map = map.followed(by: entry.map)
      case .reducedByHand(let tree, let misuse):
        entry.tree = tree
        report(misuse, entry.context)
      }
      if !due.isEmpty {
        steps.append(.enter(entry))
        return
      }
    }
    enterLeaf(of: entry)
    if let path = entry.path { tables.ledger.leave(path) }
  }

  /// Enters an effect without children.
  private func enterLeaf(of entry: Entry) {
    switch entry.tree {
    case .leaf(let leaf):
      if loop != nil { tables.enter(entry.mapped(leaf), entry.context, of: self) }
    case .cancel(let id): cancel(id: id, entry.context)
    case .absent(let child): report(child, entry.context)
    case .none, .node: break
    }
  }

  /// Enters several effects up to the first that has children, and leaves those after it to a
  /// further step; returns true if there is one, which becomes the entry.
  private func enterFirst(
    of trees: ArraySlice<EffectTree>, _ entry: inout Entry, _ steps: inout [Step]
  ) -> Bool {
    for index in trees.indices {
      entry.tree = trees[index]
      let isNode = if case .node = entry.tree { true } else { false }
      if !isNode {
        enterLeaf(of: entry)
        if due.isEmpty { continue }
      }
      let rest = trees[(index + 1)...]
      if isNode, rest.isEmpty { return true }
      steps.append(.enterRest(rest, entry))
      entry.path = nil
      return isNode
    }
    if let path = entry.path { tables.ledger.leave(path) }
    return false
  }

  /// Descends into a child feature.
  private func descend(_ component: PathComponent, _ entry: inout Entry) {
    hasPaths = true
    let path = tables.ledger.descend(component, from: entry.context.path)
    // The path below retains those above it.
    if let outer = entry.path { tables.ledger.leave(outer) }
    entry.context.path = path
    entry.path = path
  }

  /// Reports an action for a child that is not in the state.
  private func report(_ child: AbsentChild, _ context: EffectContext) {
    let path = tables.ledger.path(at: context.path) + [child.component]
    let text = child.text(
      action: context.cause, path: path, sender: context.sender.map { "effect \($0.title)" })
    let origin = context.sender?.origin ?? child.component.step.origin
    RatchetDependencies.report(text, fileID: origin.file, line: origin.line)
  }

  private func report(_ misuse: HandReduction, _ context: EffectContext) {
    guard reducedByHand.insert(misuse.reducer).inserted else { return }
    let text = misuse.text(context.cause)
    let feature = tables.ledger.path(at: context.path).last?.step.origin
    guard let origin = misuse.origin ?? feature ?? context.sender?.origin else {
      return RatchetDependencies.report(text)
    }
    RatchetDependencies.report(text, fileID: origin.file, line: origin.line)
  }

  // MARK: - Sequences

  /// The parts of a sequence that have not begun.
  final class Remainder {
    /// In reverse order: the last is next.
    private var parts: [EffectTree]
    fileprivate let entry: Entry
    var cascade: Cascade { entry.context.cascade }
    /// Whether a part is being entered, which may be cancelled or end before it is complete.
    fileprivate var isEntering = false

    fileprivate init(_ parts: [EffectTree], _ entry: Entry) {
      self.parts = parts.reversed()
      self.entry = entry
    }

    /// Takes out the next part; flattens nested sequences.
    fileprivate func popFirst() -> EffectTree? {
      while let part = parts.popLast() {
        guard case .node(let node) = part, case .concatenate(let inner) = node.kind else {
          return part
        }
        parts.append(contentsOf: inner.reversed())
      }
      return nil
    }
  }

  /// Enters a sequence and then its first part.
  private func enter(sequence parts: [EffectTree], _ entry: Entry, _ steps: inout [Step]) {
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
    remainders[node] = Remainder(parts, inside)
    steps.append(.advance(node))
  }

  /// Enters the next part of a sequence, or removes the sequence if it has none left or was
  /// cancelled.
  func advance(_ sequence: Ledger.Node) {
    due.append(sequence)
    advanceDue()
  }

  /// Continues the sequences whose next part is due, unless effects are being entered, which does
  /// that.
  func advanceDue() {
    if isEntering || due.isEmpty { return }
    loop?.update { enterDue() }
  }

  /// Enters the next part of a sequence if it is due, and leaves what follows to further steps.
  private func advance(_ sequence: Ledger.Node, _ steps: inout [Step]) {
    guard let remainder = remainders[sequence], !remainder.isEntering else { return }
    guard tables.ledger.isLive(sequence) else {
      remainders[sequence] = nil
      return
    }
    if tables.ledger.hasChildren(sequence) { return }
    guard let part = remainder.popFirst() else {
      remainders[sequence] = nil
      if let parent = end(sequence: sequence, in: remainder.cascade) {
        steps.append(.advance(parent))
      }
      return
    }
    remainder.isEntering = true
    var entry = remainder.entry
    entry.tree = part
    steps.append(.entered(sequence))
    steps.append(.enter(entry))
  }

  /// Removes a sequence without remaining parts; returns the sequence whose next part is then due.
  private func end(sequence: Ledger.Node, in cascade: Cascade) -> Ledger.Node? {
    switch tables.ledger.end(sequence) {
    case .nothing: break
    case .advance(let parent): return parent
    case .closed: close(cascade)
    }
    return nil
  }
}

extension EffectRegistry.Entry {
  /// Takes the effect out, with its map, to be entered later.
  mutating func takeTree() -> EffectTree {
    defer { map = nil }
    return map.map { .of(.mapped(tree, $0)) } ?? tree
  }

  /// The leaf with the entry's map applied.
  fileprivate func mapped(_ leaf: EffectLeaf) -> EffectLeaf {
    map?.leaf(leaf, under: context.dependencies) ?? leaf
  }
}
