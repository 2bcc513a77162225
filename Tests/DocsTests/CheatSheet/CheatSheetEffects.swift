import Foundation
import RatchetTesting

// The effects, subscriptions, shared values and dependencies of
// `Docs/Ratchet.docc/CheatSheet.md`.

extension CheatSheetTests {
  struct Inbox: Reducer {
    struct State: Equatable {
      var isOpen = false
      var room: Int?
      var ids: Set<Int> = []
      var query = ""
      var volume = 0
      var mails: [String] = []
    }

    enum Action: Equatable {
      case closed, saveTapped, saved, loadTapped, loaded(String), failed
      case refreshTapped, syncTapped, opened, muteTapped, stopTapped
      case queryChanged(String), scrolled
    }

    enum CancelID { case load }

    @Dependency(API.self) var api  // a client
    @Dependency(\.continuousClock) var clock
    @Dependency(\.date) var date
    @Dependency(\.uuid) var uuid
    @Dependency(\.randomNumberGenerator) var random
    @Dependency(\.log) var log
    @Dependency(\.dismiss) var dismiss
    @SharedValue(.volume) var volume

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .closed: return .none
        case .saved: return .send(.closed)
        case .saveTapped: return .run { send in await send(.saved) }
        case .loadTapped:
          return .run(name: "load") { [query = state.query] send in
            await send(.loaded(try await api.load(query)))
          } catch: { error, send in
            await send(.failed)
          }
        case .refreshTapped: return .merge(load, save)
        case .syncTapped: return .concatenate(save, load)
        case .opened: return .sequence(api.mails, action: Action.loaded)
        case .muteTapped: return .change(.volume) { $0 = 0 }
        case .stopTapped: return .cancel(id: CancelID.load)
        case .queryChanged(let query):
          state.query = query
          return load.debounce(id: CancelID.load, for: .seconds(1))
        case .scrolled:
          return load.cancellable(id: CancelID.load, cancelInFlight: true)
        case .loaded(let mail): state.mails.append(mail)
        case .failed: break
        }
        return .none
      }
      .subscription(while: \.isOpen) { ticks }
      .subscription(id: \.room) { room in mails(in: room) }
      .subscriptions(ids: \.ids) { id in mails(in: id) }
      .kept(\.volume, in: .volume)
      .onChange(of: \.query) { old, new in
        Reduce { state, action in .none }
      }
      .dependency(\.uuid, .incrementing)
      .aroundEffect { effect, operation in try await operation() }
    }

    private var load: Effect<Action> {
      .run(name: "load") { send in
        await send(.loaded(try await api.load("")))
      } catch: { _, send in
        await send(.failed)
      }
    }

    private var save: Effect<Action> { .send(.saved) }
    private var ticks: Effect<Action> { .run(name: "ticks", operation: operation) }

    private func mails(in room: Int) -> Effect<Action> {
      .sequence({ AsyncStream { $0.finish() } }, action: Action.loaded)
    }
  }
}

extension CheatSheetTests.Inbox {
  typealias Station = CheatSheetTests.Station

  private func fetch() async throws -> String { try await api.load("") }

  @MainActor private func operation(_ send: Send<Action>) async throws {
    await send(.saved)  // returns when that has been reduced
    try await clock.sleep(for: .seconds(1))
    for await _ in clock.timer(interval: .seconds(1)) { break }
    // Repeats a request that fails:
    let one = try await withRetries(.times(3)) { try await fetch() }
    // Calls an API that has a completion handler:
    let two = try await withCompletionHandler { api.old($0) }
    // Awaits the first value of a publisher:
    let three = try await Station().firstValue()
    await dismiss()
    #expect([one, two, three] == ["loaded", "old", "first"])
  }

  /// Effects with ids and names.
  var timed: [Effect<Action>] {
    [
      load.cancellable(id: CancelID.load),
      // The next one replaces the one in flight:
      load.cancellable(id: CancelID.load, cancelInFlight: true),
      // Starts when no other has come for a second:
      load.debounce(id: CancelID.load, for: .seconds(1)),
      // Starts at most once in a second:
      load.throttle(id: CancelID.load, for: .seconds(1), latest: true),
      .cancel(id: CancelID.load),
    ]
  }

  /// What dependencies give.
  func draws() -> [String] {
    let now = date.now
    let id = uuid()
    let die = random { Int.random(in: 1...6, using: &$0) }
    log(LogMessage(level: .info, text: "Drawn."))
    return ["\(now)", "\(id)", "\(die)"]
  }
}

extension SharedKey where Value == Int {
  static var volume: Self {
    SharedKey("volume", default: 5, in: .memory)
  }

  static var size: Self {
    SharedKey("size", default: 12, in: .file("size.json"))
  }
}

// MARK: - Fixtures

extension CheatSheetTests {
  struct API: DependencyKey {
    var load: @Sendable (String) async throws -> String =
      unimplemented("API.load")

    static let testValue = API()
    static let liveValue = API { query in "found \(query)" }
  }

  struct Station: Subscribable {
    func subscribe(_ callback: CallbackSequence<String, Never>.Callback) -> @Sendable () -> Void {
      callback("first")
      return {}
    }
  }
}

extension CheatSheetTests.API {
  var mails: @MainActor @Sendable () async throws -> AsyncStream<String> {
    { AsyncStream { $0.finish() } }
  }

  func old(_ handler: CompletionHandler<String>) { handler("old") }
}
