/// What a store can show of a program: an enumeration of all runs of the machine that decision 39
/// describes, in the plainest way.
struct MachineModel {
  let program: MachineProgram

  /// Where an effect is.
  enum Place: Hashable {
    case new
    /// May go on, on the main actor.
    case ready
    /// Has yielded: goes on at once, or after what is in the main queue.
    case yielding
    /// Waits for an actor of its own, or for the shared one.
    case calling, calledShared
    /// Is in the main queue.
    case queued
    /// Waits for its child tasks: how far each of them is.
    case parent([Child])
    case asleep(until: Int)
    case ended
  }

  enum Child: Hashable { case started, queued, ended }

  struct Task: Hashable {
    var place = Place.new
    /// The number of steps that it has done.
    var done = 0
    /// Its own time, which is late if time has passed before it came to rest.
    var time = 0
    /// Time has woken it, and it has not settled since.
    var isAwake = false
  }

  enum Item: Hashable { case effect(Int), yielded(Int), child(Int, of: Int) }

  struct Machine: Hashable {
    var tasks: [Task]
    /// What has come back to the main queue.
    var queue: [Item] = []
    /// The callers of the shared actor.
    var callers: [Int] = []
    /// The number of effects that the test has started.
    var started = 0
    var now = 0
    /// By how much the test advances the clock; `nil` before it does.
    var pending: Int?
    var log: [String] = []
  }

  var orders: Set<[String]> {
    var orders: Set<[String]> = []
    var seen: Set<Machine> = []
    var left = [Machine(tasks: program.effects.map { _ in Task() })]
    while let machine = left.popLast() {
      guard seen.insert(machine).inserted else { continue }
      let next = successors(of: machine)
      left += next
      if next.isEmpty { orders.insert(machine.log) }
    }
    return orders
  }

  private func successors(of machine: Machine) -> [Machine] {
    var next: [Machine] = []
    func add(_ change: (inout Machine) -> Void) {
      var changed = machine
      change(&changed)
      next.append(changed)
    }
    for (index, task) in machine.tasks.enumerated() {
      switch task.place {
      case .ready: add { goOn(index, &$0) }
      case .yielding: add { yield(index, &$0) }
      case .calling where machine.queue.isEmpty: add { enqueue(index, &$0) }
      case .parent(let children):
        for child in children.indices where children[child] == .started {
          add { note(child, of: index, &$0) }
        }
      case .new, .calling, .calledShared, .queued, .asleep, .ended: break
      }
    }
    if !machine.callers.isEmpty, machine.queue.isEmpty {
      // The actor serves all that wait for it.
      add { machine in
        for caller in exchange(&machine.callers, with: []) { enqueue(caller, &machine) }
      }
    }
    if !machine.queue.isEmpty { add(takeTurn) }
    if let change = test(machine) { add(change) }
    return next
  }

  // MARK: - The test

  /// What the test does next, if it may go on.
  private func test(_ machine: Machine) -> ((inout Machine) -> Void)? {
    if machine.started < machine.tasks.count { return start }
    guard program.hasSleeps else { return nil }
    guard let pending = machine.pending else { return { $0.pending = MachineProgram.duration } }
    if pending == 0 { return nil }
    let deadline = machine.tasks.compactMap(\.deadline).min() ?? .max
    let isDue = deadline <= machine.now + pending
    let mayPass = isDue && !machine.tasks.contains { ($0.isAwake && !$0.isAtRest) || $0.isParent }
    guard mayPass || machine.tasks.allSatisfy(\.isAtRest) else { return nil }
    return { pass(min(deadline - machine.now, pending), &$0) }
  }

  private func start(_ machine: inout Machine) {
    repeat {
      machine.tasks[machine.started].time = machine.now
      machine.started += 1
      goOn(machine.started - 1, &machine)
    } while program.isMerged && machine.started < machine.tasks.count
  }

  private func pass(_ time: Int, _ machine: inout Machine) {
    machine.now += time
    machine.pending? -= time
    for index in machine.tasks.indices where machine.tasks[index].deadline == machine.now {
      machine.tasks[index].place = .ready
      machine.tasks[index].time = machine.now
      machine.tasks[index].isAwake = true
    }
  }

  // MARK: - Effects

  /// Lets one effect run on the main actor until it suspends.
  private func goOn(_ index: Int, _ machine: inout Machine) {
    machine.tasks[index].place = .ready
    while machine.tasks[index].done < program.effects[index].count {
      let number = machine.tasks[index].done
      machine.tasks[index].done += 1
      switch program.effects[index][number] {
      case .send, .note: machine.log.append("\(index).\(number)")
      case .yield: machine.tasks[index].place = .yielding
      case .own: machine.tasks[index].place = .calling
      case .shared:
        machine.tasks[index].place = .calledShared
        machine.callers.append(index)
      case .sleepOne: machine.tasks[index].sleep(1, machine.now)
      case .sleepTwo: machine.tasks[index].sleep(2, machine.now)
      case .children: machine.tasks[index].place = .parent([.started, .started])
      }
      if program.effects[index][number] != .send, program.effects[index][number] != .note { return }
    }
    machine.tasks[index].place = .ended
    machine.tasks[index].isAwake = false
  }

  /// A yield ends: at once if the main queue is empty, otherwise after what is there.
  private func yield(_ index: Int, _ machine: inout Machine) {
    if machine.queue.isEmpty {
      machine.tasks[index].place = .ready
    } else {
      machine.tasks[index].place = .queued
      machine.queue.append(.yielded(index))
    }
  }

  private func enqueue(_ index: Int, _ machine: inout Machine) {
    machine.tasks[index].place = .queued
    machine.queue.append(.effect(index))
  }

  /// A child task notes, and goes to the main queue in order to send.
  private func note(_ child: Int, of index: Int, _ machine: inout Machine) {
    machine.log.append(label(child, of: index, machine))
    machine.tasks[index].setChild(child, .queued)
    machine.queue.append(.child(child, of: index))
  }

  private func label(_ child: Int, of index: Int, _ machine: Machine) -> String {
    "\(index).\(machine.tasks[index].done - 1)\(["a", "b"][child])"
  }

  /// All that is in the main queue goes on.
  private func takeTurn(_ machine: inout Machine) {
    for item in exchange(&machine.queue, with: []) {
      switch item {
      case .effect(let index): goOn(index, &machine)
      case .yielded(let index): machine.tasks[index].place = .ready
      case .child(let child, let index):
        machine.log.append(label(child, of: index, machine) + "!")
        machine.tasks[index].setChild(child, .ended)
      }
    }
  }
}

extension MachineModel.Task {
  var deadline: Int? { if case .asleep(let deadline) = place { deadline } else { nil } }

  var isParent: Bool { if case .parent = place { true } else { false } }

  /// Whether it can do nothing before the test or the clock does.
  var isAtRest: Bool {
    switch place {
    case .new, .asleep, .ended: true
    case .ready, .yielding, .calling, .calledShared, .queued, .parent: false
    }
  }

  fileprivate mutating func sleep(_ duration: Int, _ now: Int) {
    let deadline = time + duration
    if deadline > now {
      place = .asleep(until: deadline)
      isAwake = false
    } else {
      time = deadline
    }
  }

  fileprivate mutating func setChild(_ child: Int, _ state: MachineModel.Child) {
    guard case .parent(var children) = place else { return }
    children[child] = state
    place = children.allSatisfy { $0 == .ended } ? .ready : .parent(children)
  }
}
