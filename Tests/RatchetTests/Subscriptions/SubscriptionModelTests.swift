import RatchetTesting
import TestSupport

@MainActor @Suite("Random programs over a tree of features that declare subscriptions", .serialized)
struct SubscriptionModelTests {
  @Test(
    "run what the state declares after each action, in order; one that is stopped is not heard",
    .seeds(Deep.isFull ? Seeds.count : UInt64(10)))
  func store() async {
    var random = SeededRandom(Seeds.current)
    let world = PlotWorld(areTicking: false)
    let store = Store(initialState: Root.State.made(&random)) { Root(world: world) }
    var model = PlotModel(store.state)
    #expect(Self.list(store.inFlight.filter(\.isSubscription)) == model.running)
    for step in 0..<30 {
      let callsAll = random.chance(30)
      store.send(Self.edit(&random, in: store.state, callsAll: callsAll))
      model.update(store.state)
      let isRight =
        Self.list(store.inFlight.filter(\.isSubscription)) == model.running
        && (!callsAll || world.takeHeard().allSatisfy(Set(world.running).contains))
        && world.running.count == model.running.count && world.heardNow() == world.running
        && store.registry.brokenInvariant() == nil
      if !isRight {
        Issue.record("step \(step): \(store.inFlight) is not \(model.running)")
        return
      }
    }
    await store.finish()
    store.registry.cancelAll()
    #expect(store.registry.isClean)
  }

  @Test(
    "do so in a test store under each schedule, where they tick",
    .seeds(Deep.isFull ? Seeds.count : UInt64(10)))
  func testStore() async {
    var random = SeededRandom(Seeds.current)
    let world = PlotWorld(areTicking: true)
    let schedule: Schedule = random.chance(30) ? .inOrder : .seed(Seeds.current)
    let store = TestStore(initialState: Root.State.made(&random), schedule: schedule) {
      Root(world: world)
    }
    var model = PlotModel(store.state)
    for _ in 0..<10 {
      let ticks = random.chance(40)
      if ticks {
        await store.advance(by: .seconds(1))
        await store.settle()
      }
      var parked = ticks ? model.running : []
      #expect(store.parkedCount == parked.count)
      let seed = random.next()
      var edited = store.state
      edited.edit(seed: seed)
      let isChanged = edited != store.state
      await store.send(
        .own(.edit(seed: seed, callsAll: false)),
        changes: isChanged ? { $0.edit(seed: seed) } : nil)
      model.update(store.state)
      #expect(Self.list(store.inFlight.filter(\.isSubscription)) == model.running)
      parked.removeAll { !model.running.contains($0) }
      #expect(store.parkedCount == parked.count)
      _ = world.takeHeard()
      for _ in parked { await store.receive(where: { _ in true }) }
      #expect(Set(world.takeHeard()).isSubset(of: world.running))
    }
    await store.finish()
  }

  // MARK: - Fixtures

  private typealias Root = Plot<Plot<PlotLeaf>>

  private static func list(_ effects: [EffectDescription]) -> [String] {
    effects.map { "\($0.path): \($0.name ?? "")" }
  }

  /// Changes the state from the root, or from a row, which only changes itself.
  private static func edit(
    _ random: inout SeededRandom, in state: Root.State, callsAll: Bool
  ) -> Root.Action {
    let edit = PlotAction.edit(seed: random.next(), callsAll: callsAll)
    if random.chance(50), let id = state.rows.ids.randomElement(using: &random) {
      return .row(id: id, action: .own(edit))
    }
    return .own(edit)
  }
}
