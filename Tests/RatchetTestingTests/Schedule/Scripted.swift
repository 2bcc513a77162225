import RatchetTesting

// A feature whose effects a test writes down, for tests of the orders that schedules show.

/// Runs effects that a test writes down, and notes its actions.
struct Scripted: Reducer {
  typealias Operation = @MainActor @Sendable (Send<Action>) async throws -> Void
  typealias State = Int

  enum Action { case start, only(Int), note(String) }

  /// A test store without exhaustivity whose effects are given a log.
  @MainActor static func store(
    _ schedule: Schedule, _ log: Log, _ effects: (Log) -> [Operation]
  ) -> TestStoreOf<Scripted> {
    let feature = Scripted(effects: effects(log), log: log)
    let store = TestStore(initialState: 0, schedule: schedule) { feature }
    store.exhaustivity = .off
    return store
  }

  let effects: [Operation]
  let log: Log

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .start: return .merge(effects.map { .run(operation: $0) })
    case .only(let index): return .run(operation: effects[index])
    case .note(let text):
      log.add(text)
      return .none
    }
  }
}

extension Scripted {
  static func sleep(_ seconds: Int) async throws {
    @Dependency(\.continuousClock) var clock
    try await clock.sleep(for: .seconds(seconds))
  }

  final class Log: Sendable {
    private let contents = Locked<[String]>([])
    var lines: [String] { contents.withLock { $0 } }
    func add(_ line: String) { contents.withLock { $0.append(line) } }
  }

  actor Server {
    /// Counted, so that the optimizer keeps the call.
    private var calls = 0

    func call(_ work: @Sendable () -> Void = {}) {
      calls += 1
      work()
    }
  }

  /// Resumes the task that waits, if one does; a wait also ends when its task is cancelled.
  @MainActor final class Signal {
    private(set) var isGiven = false
    private var waiting: AsyncStream<Never>.Continuation?

    func wait() async {
      let (stream, continuation) = AsyncStream<Never>.makeStream()
      waiting = continuation
      for await _ in stream {}
    }

    func give() {
      isGiven = true
      waiting?.finish()
    }
  }
}
