/// Runs a program as a store should, in the plainest way: one list of all there ever was, and
/// queues.
final class ProgramModel {
  final class Node {
    enum Kind { case cascade, sequence, run(Operation), send(Int), cancel(id: Int) }
    enum Phase { case waiting, pending, running, cancelled, gone }

    let kind: Kind
    /// What it is a part of; while it waits, the sequence whose turn for it has not come.
    var parent: Node?
    var ids: [Int]
    var phase = Phase.pending
    /// The parts of a sequence that have not begun.
    var parts: [Part] = []
    var isEntering = false
    /// How many steps of an operation are done.
    var done = 0
    var isInStart = false

    init(_ kind: Kind, under parent: Node?, ids: [Int] = []) {
      self.kind = kind
      self.parent = parent
      self.ids = ids
    }

    var isLive: Bool { phase == .waiting || phase == .pending || phase == .running }
    var cascade: Node { parent?.cascade ?? self }
  }

  let program: Program
  /// Which of some operations that are ready goes on; as many as there are: none, for now.
  var choose: (Int) -> Int = { _ in 0 }
  private(set) var isLastCommand = false
  private(set) var log: [Int] = []
  private(set) var reports = 0
  private(set) var started: [Int] = []
  private(set) var finished = 0
  var cancelled = 0
  private(set) var begun = 0
  var nodes: [Node] = []
  private var queue: [(action: Int, cascade: Node)] = []
  private var pending: [Node] = []
  private var waiting: [(node: Node, gate: Int)] = []
  private var ready: [Node] = []
  private var openGates: Set<Int> = []
  private var handles: [Node] = []
  private var isBusy = false
  private var isStarting = false

  init(_ program: Program) {
    self.program = program
  }

  /// The same actions, whatever their order.
  var summary: [Int] { log.sorted() }

  func run() {
    let commands = program.commands + Program.gates.map { .open(gate: $0) }
    for (index, command) in commands.enumerated() {
      isLastCommand = index == commands.count - 1
      switch command {
      case .send(let action):
        let cascade = Node(.cascade, under: nil)
        handles.append(cascade)
        process(action, in: cascade)
      case .open(let gate): open(gate)
      case .cancel(let send):
        guard handles.indices.contains(send) else { break }
        handles[send].phase = .cancelled
        cancel { $0 === self.handles[send] }
      case .remove:
        log.append(ProgramParent.removed)
        cancel { _ in true }
        log.append(ProgramParent.inserted)
      }
      continueEffects()
    }
  }

  // MARK: - The loop

  private func process(_ action: Int, in cascade: Node) {
    reduce(action, in: cascade)
    settle()
  }

  func settle() {
    if isBusy { return }
    while !queue.isEmpty {
      let next = queue.removeFirst()
      reduce(next.action, in: next.cascade)
    }
    if isStarting { return }
    isStarting = true
    while !pending.isEmpty { begin(pending.removeFirst()) }
    isStarting = false
  }

  private func reduce(_ action: Int, in cascade: Node) {
    isBusy = true
    log.append(action)
    let reaction = program.reaction(to: action)
    for again in reaction.sends { queue.append((again, Node(.cascade, under: nil))) }
    if cascade.isLive { enter(list(reaction.effect, under: cascade), under: cascade) }
    isBusy = false
  }

  /// Lists what a plan would do, which waits in `holder`.
  private func list(_ plan: Plan, under holder: Node) -> Part {
    func leaf(_ kind: Node.Kind) -> Part {
      let node = Node(kind, under: holder)
      node.phase = .waiting
      nodes.append(node)
      return .leaf(node)
    }
    switch plan {
    case .none: return .merge([])
    case .send(let action): return leaf(.send(action))
    case .run(let operation): return leaf(.run(operation))
    case .cancel(let id): return leaf(.cancel(id: id))
    case .merge(let plans): return .merge(plans.map { list($0, under: holder) })
    case .concatenate(let plans):
      let parts = plans.filter { !$0.isNone }.map { list($0, under: holder) }
      return parts.count == 1 ? parts[0] : .concatenate(parts)
    case .cancellable(let plan, let id, let cancelInFlight):
      let part = list(plan, under: holder)
      for node in part.leaves { node.ids.append(id) }
      return .cancellable(part, id: id, cancelInFlight: cancelInFlight && !plan.isNone)
    }
  }

  private func enter(_ part: Part, under parent: Node, ids: [Int] = []) {
    switch part {
    case .leaf(let node):
      guard node.phase == .waiting else { break }
      (node.phase, node.parent, node.ids) = (.pending, parent, ids)
      guard case .cancel(let id) = node.kind else { return pending.append(node) }
      node.phase = .gone
      cancel(id: id, from: parent)
    case .merge(let parts): for part in parts { enter(part, under: parent, ids: ids) }
    case .concatenate(let parts):
      let sequence = Node(.sequence, under: parent, ids: ids)
      guard parent.isLive, !parts.isEmpty else { return }
      for node in part.leaves {
        node.parent = sequence
        node.ids.removeLast(ids.count)
      }
      sequence.parts = parts
      nodes.append(sequence)
      advance(sequence)
    case .cancellable(let part, let id, let cancelInFlight):
      if cancelInFlight, part.leaves.contains(where: { $0.phase == .waiting }) {
        cancel(id: id, from: parent)
      }
      enter(part, under: parent, ids: ids + [id])
    }
  }

  // MARK: - Sequences

  func hasChildren(_ node: Node) -> Bool {
    nodes.contains {
      $0.parent === node && $0.phase != .gone && $0.phase != .waiting
        && !($0.isEffect && $0.phase == .cancelled)
    }
  }

  func advance(_ sequence: Node) {
    let wasBusy = isBusy
    isBusy = true
    while sequence.isLive, !hasChildren(sequence) {
      if sequence.parts.isEmpty {
        leave(sequence)
        break
      }
      sequence.isEntering = true
      enter(sequence.parts.removeFirst(), under: sequence)
      sequence.isEntering = false
    }
    if sequence.phase == .cancelled, !hasChildren(sequence) { leave(sequence) }
    isBusy = wasBusy
    settle()
  }

  func leave(_ node: Node) {
    node.phase = .gone
    if let due = sequenceDue(afterEndOf: node) { advance(due) }
  }

  /// The sequence whose next part is due; cancelled ones around that have nothing left leave.
  func sequenceDue(afterEndOf node: Node) -> Node? {
    guard let parent = node.parent, case .sequence = parent.kind, parent.phase != .gone,
      !hasChildren(parent), !parent.isEntering
    else { return nil }
    if parent.isLive { return parent }
    parent.phase = .gone
    return sequenceDue(afterEndOf: parent)
  }

  // MARK: - Effects

  private func begin(_ node: Node) {
    guard node.phase == .pending else { return }
    node.phase = .running
    begun += 1
    switch node.kind {
    case .send(let action):
      deliver(action, from: node)
      end(node)
    case .run(let operation):
      started.append(operation.number)
      node.isInStart = true
      proceed(node, operation)
      node.isInStart = false
      if node.phase == .cancelled { wake(node) }
    case .cascade, .sequence, .cancel: break
    }
  }

  private func deliver(_ action: Int, from node: Node) {
    if node.phase == .running { process(action, in: node.cascade) }
  }

  private func proceed(_ node: Node, _ operation: Operation) {
    while node.done < operation.steps.count {
      let step = operation.steps[node.done]
      if case .wait(let gate) = step, !openGates.contains(gate) {
        waiting.append((node, gate))
        if !node.isInStart, node.phase == .cancelled { wake(node) }
        return
      }
      node.done += 1
      if case .send(let action) = step { deliver(action, from: node) }
      if case .fail = step {
        fail(node, operation)
        break
      }
    }
    end(node)
  }

  private func fail(_ node: Node, _ operation: Operation) {
    if let handler = operation.handler {
      deliver(handler, from: node)
    } else if node.phase == .running {
      reports += 1
    }
  }

  private func end(_ node: Node) {
    guard node.phase == .running else { return node.phase = .gone }
    finished += 1
    leave(node)
  }

  // MARK: - Waiting

  private func open(_ gate: Int) {
    openGates.insert(gate)
    ready += waiting.filter { $0.gate == gate }.map(\.node)
    waiting.removeAll { $0.gate == gate }
  }

  /// Lets an operation go on that was cancelled while it waits, if it heeds that.
  func wake(_ node: Node) {
    guard case .run(let operation) = node.kind, operation.heedsCancellation, !node.isInStart,
      waiting.contains(where: { $0.node === node })
    else { return }
    waiting.removeAll { $0.node === node }
    ready.append(node)
  }

  private func continueEffects() {
    while !ready.isEmpty {
      let choice = choose(ready.count)
      if choice == ready.count { return }
      let node = ready.remove(at: choice)
      guard case .run(let operation) = node.kind else { continue }
      if operation.heedsCancellation, node.phase == .cancelled {
        end(node)
      } else {
        node.done += 1
        proceed(node, operation)
      }
    }
  }
}
