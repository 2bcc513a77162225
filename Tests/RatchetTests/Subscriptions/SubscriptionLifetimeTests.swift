import RatchetTesting
import TestSupport

@MainActor @Suite("Subscriptions and the end of things")
struct SubscriptionLifetimeTests {
  @Test("end with their store, which is freed")
  func store() async {
    let ends = ["on": Signal(), "channel 1": Signal()]
    var store: RadioStore? = RadioStore(.init(isOn: true, channel: 1)) { name, _ in
      await untilCancelled()
      ends[name]?.open()
    }
    weak let core = store?.core
    store = nil
    for end in ends.values { await end.wait() }
    #expect(core == nil)
  }

  @Test("may drop the last reference to their store while they start")
  func droppedAtStart() async {
    let run = Dropping()
    let started = Box<[String]>([])
    run.makeStore { name, send in
      started.value.append(name)
      run.store = nil
      await send(.heard("late"))
    }
    await run.send {
      $0.isOn = true
      $0.downloads = [1]
    }
    #expect(started.value == ["on"])
    #expect(run.core == nil)
  }

  @Test("may send where they are declared: it is reduced after all has been compared")
  func sendAtDeclaration() {
    let slot = Slot<RadioStore>()
    let store = Store(initialState: Radio.State()) {
      Radio()
        .subscription(while: { state in
          if state.heard.count == 1 {
            MainActor.assumeIsolated { _ = slot.value?.send(.heard("again")) }
          }
          return state.isOn
        }) {
          .run(name: "late") { _ in await untilCancelled() }
        }
    }
    slot.value = store
    store.send(.heard("once"))
    #expect(store.heard == ["once", "again"])
    slot.value = nil
  }

  @Test("release their ids when nothing is being compared")
  func releasedIDs() async {
    let counts = Box<[Int]>([])
    let slot = Slot<StoreOf<Tokens>>()
    let onRelease: @MainActor @Sendable () -> Void = {
      counts.value.append(slot.value?.inFlight.count(where: \.isSubscription) ?? -1)
      slot.value?.send(.nothing)
    }
    let store = Store(initialState: Tokens.State()) { Tokens(onRelease: onRelease) }
    slot.value = store
    store.send(.use([1, 2]))
    store.send(.use([2, 3]))
    store.send(.use([]))
    await store.finish()
    #expect(counts.value.allSatisfy { (0...2).contains($0) })
    #expect(counts.value.count == 4)
    #expect(store.isClean)
    slot.value = nil
  }

  @Test("of many rows start and end one by one, and all at once", .deep(10_000, small: 200))
  func many() {
    let count = Deep.size
    let store = Store(initialState: House.State()) { House() }
    store.send(.change { $0.rows = IdentifiedArray((0..<count).map { .on($0) }) })
    #expect(store.statistics.effectsStarted == count)
    for id in 0..<100 { store.send(.row(id: id, .toggle)) }
    #expect(store.statistics.effectsCancelled == 100)
    store.send(.change { $0.rows = [] })
    #expect(store.statistics.effectsCancelled == count)
    #expect(store.isClean)
  }
}

// MARK: - Fixtures

/// An id that tells when it is released.
private final class Token: Hashable, Sendable {
  let number: Int
  private let onRelease: @MainActor @Sendable () -> Void

  init(_ number: Int, onRelease: @escaping @MainActor @Sendable () -> Void) {
    self.number = number
    self.onRelease = onRelease
  }

  deinit { MainActor.assumeIsolated { onRelease() } }

  static func == (one: Token, other: Token) -> Bool { one.number == other.number }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

private struct Tokens: Reducer {
  struct State { var tokens: [Token] = [] }

  enum Action: Sendable { case use([Int]), nothing }

  let onRelease: @MainActor @Sendable () -> Void

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .use(let numbers) = action {
        state.tokens = numbers.map { Token($0, onRelease: onRelease) }
      }
      return .none
    }
    .subscriptions(ids: \.tokens) { _ in .run { _ in await untilCancelled() } }
  }
}

/// Runs a store whose only reference is here, and what sends to it without one.
@MainActor private final class Dropping {
  var store: RadioStore?
  private(set) weak var core: AnyObject?
  private var sends: [Send<Radio.Action>] = []

  func makeStore(operation: @escaping Radio.Operation) {
    let store = Store(initialState: Radio.State()) {
      Radio { name, send in
        if name != "channel 0" { return try await operation(name, send) }
        self.sends.append(send)
        await untilCancelled()
      }
    }
    store.change { $0.channel = 0 }
    self.store = store
    core = store.core
  }

  func send(_ change: @escaping @Sendable (inout Radio.State) -> Void) async {
    await sends[0](.change(change))
  }
}
