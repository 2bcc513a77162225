extension ProgramModel {
  /// Cancels all that is live and that a condition holds for, or for something around it.
  func cancel(where isMeant: (Node) -> Bool) {
    let reached = nodes.filter { $0.isLive && isReached($0, isMeant) }
    var running: [Node] = []
    for node in reached {
      if node.isEffect, node.phase == .running { running.append(node) }
      node.phase = node.isEffect && node.phase == .pending ? .gone : .cancelled
    }
    cancelled += running.count
    var due = reached.filter(\.isEffect).compactMap { sequenceDue(afterEndOf: $0) }
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
    case .cascade, .sequence: false
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
