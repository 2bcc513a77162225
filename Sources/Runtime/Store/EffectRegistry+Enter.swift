extension EffectRegistry {
  /// An effect that is to be entered.
  struct Entry {
    var tree: EffectTree
    var context: EffectContext
    /// What the actions of its leaves go through.
    var map: ActionMap?
    /// The path of its feature, if it has to be given back when all of it is entered.
    var path: PathTable.ID?
  }

  /// What is left to do of entering effects; a list of these replaces the stack, which an effect may
  /// be too deep for.
  enum Step {
    case enter(Entry)
    /// Enters those of several effects that were not entered yet.
    case enterRest(ArraySlice<EffectTree>, Entry)
    /// Enters the next part of a sequence, if it is due.
    case advance(Ledger.Node)
    /// Records that a part of a sequence is entered, and enters the next one if that is due already.
    case entered(Ledger.Node)
    case leave(PathTable.ID)
  }

  /// Enters what an action returned: into the cascade that the action belongs to, or a new one.
  func enter(
    _ tree: EffectTree, cause: any Sendable, in cascade: Cascade?, sender: RunningEffect?
  ) -> Cascade? {
    guard let host else { return cascade }
    if case .leaf(let leaf) = tree {
      return tables.enter(leaf, cause: cause, in: cascade, host: host, registry: self)
    }
    // Held meanwhile: a cancel in the effect may end all that the cascade has, and more may follow it.
    let cascade = hold(cascade)
    enter(tree, EffectContext(cascade: cascade, cause: cause, sender: sender))
    release(cascade)
    releaseIDs()
    return cascade
  }

  /// Enters an effect into the ledger, so that it can be cancelled before it begins.
  ///
  /// Cancels take hold here, in the order in which they were returned. Called while the host is busy.
  func enter(_ tree: EffectTree, _ context: EffectContext) {
    take { enter(Entry(tree: tree, context: context), &$0) }
  }

  /// Enters the next part of each sequence of which it is due; what follows from that may make others due.
  func enterDue() {
    take { _ in }
  }

  /// Takes a first step, and then all that follow from it.
  private func take(_ first: (inout [Step]) -> Void) {
    let wasEntering = isEntering
    isEntering = true
    defer { isEntering = wasEntering }
    var steps: [Step] = []
    first(&steps)
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

  /// Sequences whose next part is due through a cancel go on before what follows the cancel.
  private func takeDue(_ steps: inout [Step]) {
    if due.isEmpty { return }
    for sequence in due.reversed() { steps.append(.advance(sequence)) }
    due = []
  }

  // MARK: - Effects

  /// Goes down to what an effect does first, and leaves the rest to further steps.
  private func enter(_ entry: Entry, _ steps: inout [Step]) {
    var entry = entry
    while case .node(let node) = entry.tree {
      switch node.kind {
      case .merge(let trees): if !enterFirst(of: trees[...], &entry, &steps) { return }
      case .concatenate(let parts): return enter(sequence: parts, entry, &steps)
      case .cancellable(let tree, let id, let cancelInFlight):
        entry.tree = tree
        if cancelInFlight { cancel(id: id, at: entry.context.path) }
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
      }
      if !due.isEmpty {
        steps.append(.enter(entry))
        return
      }
    }
    enterEnd(of: entry)
    if let path = entry.path { tables.ledger.leave(path) }
  }

  /// Enters an effect that holds no others.
  private func enterEnd(of entry: Entry) {
    switch entry.tree {
    case .leaf(let leaf):
      guard let host else { return }
      tables.enter(entry.mapped(leaf), entry.context, host: host, registry: self)
    case .cancel(let id): cancel(id: id, at: entry.context.path)
    case .absent(let child): report(child, entry.context)
    case .none, .node: break
    }
  }

  /// Enters several effects up to the first that holds others, and leaves those after it to a further step; true
  /// if there is such a one, which replaces all.
  private func enterFirst(
    of trees: ArraySlice<EffectTree>, _ entry: inout Entry, _ steps: inout [Step]
  ) -> Bool {
    for index in trees.indices {
      entry.tree = trees[index]
      let isNode = if case .node = entry.tree { true } else { false }
      if !isNode {
        enterEnd(of: entry)
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

  /// Goes on in a child feature.
  private func descend(_ component: PathComponent, _ entry: inout Entry) {
    hasPaths = true
    let path = tables.ledger.descend(component, from: entry.context.path)
    // The path below keeps those above it.
    if let outer = entry.path { tables.ledger.leave(outer) }
    entry.context.path = path
    entry.path = path
  }
}

extension EffectRegistry.Entry {
  /// Takes the effect out, to be entered later, with what its actions go through.
  mutating func takeTree() -> EffectTree {
    defer { map = nil }
    return map.map { .of(.mapped(tree, $0)) } ?? tree
  }

  /// A leaf as it is entered.
  fileprivate func mapped(_ leaf: any EffectLeaf) -> any EffectLeaf {
    guard let map else { return leaf }
    // What sends an action makes it right here, under the dependencies of its feature.
    guard leaf.isSend, let values = context.dependencies else { return map.leaf(leaf) }
    return values.withValues { map.leaf(leaf) }
  }
}
