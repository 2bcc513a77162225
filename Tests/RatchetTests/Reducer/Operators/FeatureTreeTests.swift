import RatchetTesting
import TestSupport

/// Random trees of features: what is in flight after each step is what a list of effects says.
@MainActor @Suite("A random tree of features", .serialized)
struct FeatureTreeTests {
  @Test("has exactly those effects in flight whose features are there", .seeds())
  func store() async {
    let seed = Seeds.current
    let gates = Gates()
    let messages = Messages()
    let store = Store(initialState: Branch.State(id: 0)) {
      Branch(gates: gates)
    } withDependencies: {
      $0.log = messages.sink
    }
    var run = Run(seed: seed)
    while let event = run.next() {
      switch event {
      case .send(let command, let place): store.send(Branch.Action(command, at: place))
      case .finish(let number): await gates.openAndWait(number)
      }
      guard store.live.sorted() == run.model.live, store.state == run.model.state else {
        Issue.record("seed \(seed), after \(run.events): \(store.live) is not \(run.model.live)")
        return
      }
    }
    store.send(.own(.cancel("a")))
    store.send(.own(.cancel("b")))
    await store.finish()
    let statistics = store.statistics
    #expect(messages.texts.count == run.model.absent, "seed \(seed)")
    #expect(store.registry.isClean, "seed \(seed)")
    #expect(
      statistics.effectsStarted == statistics.effectsFinished + statistics.effectsCancelled,
      "seed \(seed)")
    #expect(statistics.effectsUnwinding == 0, "seed \(seed)")
  }

  @Test("has the same effects in flight in a test store, under any schedule", .seeds())
  func testStore() async {
    let seed = Seeds.current
    let gates = Gates()
    let messages = Messages()
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: Branch.State(id: 0), schedule: .seed(seed)) {
        Branch(gates: gates)
      } withDependencies: {
        $0.log = messages.sink
      }
      var run = Run(seed: seed)
      while let event = run.next() {
        await carryOut(event, run.states, store, gates)
        let live = store.inFlight.map { "\($0.path): \($0.name ?? "send")" }
        guard live.sorted() == run.model.live else {
          Issue.record("seed \(seed), after \(run.events): \(live) is not \(run.model.live)")
          break
        }
      }
      await store.send(.own(.cancel("a")))
      await store.send(.own(.cancel("b")))
      await store.finish()
      #expect(store.state == run.model.state, "seed \(seed)")
      #expect(messages.texts.count == run.model.absent, "seed \(seed)")
    }
    #expect(issues.isEmpty, "seed \(seed): \(issues)")
  }

  @Test("is taken apart and put together by the programs: they do not test nothing")
  func programs() {
    var effects = 0
    var deepest = 0
    var removed = 0
    for seed in UInt64(0)..<100 {
      var run = Run(seed: seed)
      var before = 0
      while let event = run.next() {
        let count = run.model.effects.count
        if case .send(.edit, _) = event { removed += max(0, before - count) }
        before = count
        effects = max(effects, count)
        deepest = max(deepest, run.model.effects.map(\.place.count).max() ?? 0)
      }
    }
    #expect(effects > 5)
    #expect(deepest > 2)
    #expect(removed > 40)
  }

  // MARK: - Fixtures

  private struct Run {
    var model = BranchModel()
    var events: [BranchEvent] = []
    /// The states after the actions that the last event led to.
    var states: [Branch.State] = []
    private var random: SeededRandom
    private var number = 1

    init(seed: UInt64) {
      random = SeededRandom(seed)
    }

    mutating func next() -> BranchEvent? {
      if events.count == 30 { return nil }
      let event = model.event(&random, number: &number)
      events.append(event)
      states = model.carryOut(event)
      return event
    }
  }

  private func carryOut(
    _ event: BranchEvent, _ states: [Branch.State], _ store: TestStoreOf<Branch>, _ gates: Gates
  ) async {
    var states = states[...]
    switch event {
    case .send(let command, let place):
      let action = Branch.Action(command, at: place)
      await store.send(action, changes: change(store.state, states.popFirst()))
    case .finish(let number):
      gates.open(number)
      await store.settle()
    }
    while let state = states.popFirst() {
      await store.receive(where: { _ in true }, changes: change(store.state, state))
    }
  }

  /// What a test asserts: nothing, if nothing is to change.
  private func change(
    _ before: Branch.State, _ after: Branch.State?
  ) -> ((inout Branch.State) -> Void)? {
    guard let after, after != before else { return nil }
    return { $0 = after }
  }
}
