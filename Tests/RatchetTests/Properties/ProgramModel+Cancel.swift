extension ProgramModel {
  /// A plan whose leaves are listed.
  indirect enum Part {
    case leaf(Node)
    case merge([Part])
    case concatenate([Part])
    case cancellable(Part, id: Int, cancelInFlight: Bool)

    var leaves: [Node] {
      switch self {
      case .leaf(let node): [node]
      case .merge(let parts), .concatenate(let parts): parts.flatMap(\.leaves)
      case .cancellable(let part, _, _): part.leaves
      }
    }
  }

  /// Cancels all that has an id, but not what waits around the cancel, or is just being entered:
  /// that was returned after it.
  func cancel(id: Int, from parent: Node) {
    var around: [Node] = []
    var next: Node? = parent
    while let node = next {
      around.append(node)
      next = node.parent
    }
    cancel { node in
      guard node.ids.contains(id) else { return false }
      guard node.phase == .waiting, let parent = node.parent else { return true }
      if case .cascade = parent.kind { return false }
      return !around.contains { $0 === parent }
    }
  }

  /// Cancels all that is live and that a condition holds for, or for something around it.
  func cancel(where isMeant: (Node) -> Bool) {
    let reached = nodes.filter { $0.isLive && isReached($0, isMeant) }
    var running: [Node] = []
    var begun: [Node] = []
    for node in reached {
      if node.isEffect, node.phase == .running { running.append(node) }
      if node.phase == .waiting {
        node.phase = .gone
        continue
      }
      node.phase = node.isEffect && node.phase == .pending ? .gone : .cancelled
      begun.append(node)
    }
    cancelled += running.count
    var due = begun.filter(\.isEffect).compactMap { sequenceDue(afterEndOf: $0) }
    for node in reached where !node.isEffect && node.phase == .cancelled && !hasChildren(node) {
      node.phase = .gone
      if let sequence = sequenceDue(afterEndOf: node) { due.append(sequence) }
    }
    for node in running { wake(node) }
    for sequence in due where sequence.isLive && !hasChildren(sequence) { advance(sequence) }
  }

  private func isReached(_ node: Node, _ isMeant: (Node) -> Bool) -> Bool {
    isMeant(node) || node.parent.map { isReached($0, isMeant) } == true
  }
}

extension ProgramModel.Node {
  var isEffect: Bool {
    switch kind {
    case .run, .send: true
    case .cascade, .sequence, .cancel: false
    }
  }
}

extension Plan {
  var isNone: Bool {
    switch self {
    case .none: true
    case .merge(let plans), .concatenate(let plans): plans.allSatisfy(\.isNone)
    case .cancellable(let plan, _, let cancelInFlight): plan.isNone && !cancelInFlight
    case .send, .run, .cancel: false
    }
  }
}
