import RatchetTesting
import TestSupport

/// Some effects with waits of every kind, which a store may interleave as `MachineModel` says.
struct MachineProgram: Reducer, CustomStringConvertible {
  enum Step: String, CaseIterable {
    case yield
    /// Calls an actor that nobody else calls.
    case own
    /// Calls an actor that the other effects call as well.
    case shared
    case sleepOne, sleepTwo
    /// Starts two child tasks, which note and send, and awaits them.
    case children
    case send
    /// Writes into the log without an action.
    case note
  }

  enum Action { case start(Int?), step(String) }

  typealias State = Int

  private actor Server {
    private var calls = 0
    func call() { calls += 1 }
  }

  let effects: [[Step]]
  /// All effects are started by one action of the test, and not each by its own.
  let isMerged: Bool
  let log = Locked<[String]>([])
  private let server = Server()
  @Dependency(\.continuousClock) private var clock

  init(_ effects: [[Step]], isMerged: Bool) {
    self.effects = effects
    self.isMerged = isMerged
  }

  /// Has two or three effects of some steps.
  static func random(
    seed: UInt64, steps limit: Int = 4, of kinds: [Step] = Step.allCases
  ) -> MachineProgram {
    var random = SeededRandom(seed)
    // More child tasks have more orders than the model can enumerate.
    var mayHaveChildren = true
    let effects = (0..<(2 + random.number(below: 2))).map { _ in
      var steps: [Step] = []
      for _ in 0..<(1 + random.number(below: limit)) {
        var step = kinds[random.number(below: kinds.count)]
        if step == .children, !exchange(&mayHaveChildren, with: false) { step = .yield }
        // The model does not hold for writes after a return from the shared actor: decision 39.
        let isAfterShared = steps.last { $0 != .send } == .shared
        steps.append(step == .note && isAfterShared ? .send : step)
      }
      return steps
    }
    return MachineProgram(effects, isMerged: random.chance(50))
  }

  var description: String {
    "\(isMerged ? "merged" : "each") \(effects.map { $0.map(\.rawValue) })"
  }

  func has(_ step: Step) -> Bool { effects.joined().contains(step) }

  var hasSleeps: Bool { effects.joined().contains { $0 == .sleepOne || $0 == .sleepTwo } }

  /// How long the test advances the clock, in seconds.
  static var duration: Int { 3 }

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .start(let index):
      return .merge(effects.indices.filter { index == nil || index == $0 }.map(effect))
    case .step(let label):
      log.withLock { $0.append(label) }
      return .none
    }
  }

  private func effect(_ index: Int) -> Effect<Action> {
    .run { [clock, server] send in
      for (number, step) in effects[index].enumerated() {
        let label = "\(index).\(number)"
        switch step {
        case .yield: await Task.yield()
        case .own: await Server().call()
        case .shared: await server.call()
        case .sleepOne: try await clock.sleep(for: .seconds(1))
        case .sleepTwo: try await clock.sleep(for: .seconds(2))
        case .children: await children(label, send)
        case .send: await send(.step(label))
        case .note: log.withLock { $0.append(label) }
        }
      }
    }
  }

  @MainActor private func children(_ label: String, _ send: Send<Action>) async {
    await withTaskGroup(of: Void.self) { group in
      for child in ["a", "b"] {
        group.addTask {
          log.withLock { $0.append("\(label)\(child)") }
          await send(.step("\(label)\(child)!"))
        }
      }
    }
  }

  /// What a test store with this schedule shows.
  @MainActor func run(_ schedule: Schedule) async -> [String] {
    log.withLock { $0 = [] }
    let store = TestStore(initialState: 0, schedule: schedule) { self }
    store.exhaustivity = .off
    if isMerged {
      await store.send(.start(nil))
    } else {
      for index in effects.indices { await store.send(.start(index)) }
    }
    if hasSleeps { await store.advance(by: .seconds(Self.duration)) }
    #expect(store.brokenInvariant() == nil, "\(self)")
    await store.finish()
    return log.withLock { $0 }
  }

  // MARK: - Comparing

  /// What a store can show, says the model.
  var possibleOrders: Set<[String]> { MachineModel(program: self).orders }

  /// Expects that seeds show all that a store can show, and nothing else.
  @MainActor func expectAllOrders() async {
    let possible = possibleOrders
    var shown: Set<[String]> = []
    for schedule in Schedule.seeds(30_000) {
      if shown == possible { return }
      let order = await run(schedule)
      shown.insert(order)
      if !possible.contains(order) { break }
    }
    #expect(shown == possible, "\(self)")
  }
}
