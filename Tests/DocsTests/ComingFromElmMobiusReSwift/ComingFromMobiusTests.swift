import RatchetTesting

// The code of `Docs/Ratchet.docc/ComingFromElmMobiusReSwift.md`, and what its tables name.

@Suite("The page for those who come from Mobius")
struct ComingFromMobiusTests {
  struct Inbox: Reducer {
    struct State: Equatable {
      var mails: [String] = []
      var isLoading = false
      var isOnline = false
    }

    enum Action: Equatable {
      case opened
      case loaded([String])
      case arrived(String)
    }

    @Dependency(MailClient.self) var client

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .opened:
          state.isLoading = true
          return load()
        case .loaded(let mails):
          state = State(mails: mails, isOnline: true)
          return .none
        case .arrived(let mail):
          state.mails.append(mail)
          return .none
        }
      }
      .subscription(while: \.isOnline) {
        .sequence({ client.arrivals() }, action: Action.arrived)
      }
    }

    private func load() -> Effect<Action> {
      .run(name: "load") { send in
        await send(.loaded(try await client.load()))
      }
    }
  }

  @Test func loadsWhenOpened() {
    expect(
      Inbox(), given: Inbox.State(), when: .opened,
      then: { $0.isLoading = true },
      effects: ["load"])
  }

  @Test @MainActor func showsWhatArrives() async {
    let store = TestStore(initialState: Inbox.State()) {
      Inbox()
    } withDependencies: {
      $0[MailClient.self].load = { ["Hello"] }
      $0[MailClient.self].arrivals = {
        AsyncStream { $0.yield("News") }
      }
    }
    await store.send(.opened) { $0.isLoading = true }
    await store.receive(.loaded(["Hello"])) {
      $0 = Inbox.State(mails: ["Hello"], isOnline: true)
    }
    await store.receive(.arrived("News")) { $0.mails = ["Hello", "News"] }
  }

  @Test("names what a store does", .dependencies { $0[MailClient.self].load = { ["Hello"] } })
  @MainActor func stores() async {
    let store = Store(initialState: Inbox.State()) {
      Inbox()
    }
    _ = Inbox().printChanges()
    await store.send(.opened).finish()
    for await mails in store.states(of: \.mails) {
      #expect(mails == ["Hello"])
      break
    }
    let cancelled = await store.drain(within: .seconds(1))
    #expect(cancelled.isEmpty)
    store.send(.opened)
  }
}

// MARK: - Fixtures

struct MailClient: DependencyKey {
  var load: @Sendable () async throws -> [String]
  var arrivals: @Sendable () -> AsyncStream<String> = { AsyncStream { _ in } }

  static let liveValue = MailClient { [] }
}
