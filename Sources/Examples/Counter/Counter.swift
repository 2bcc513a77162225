import Ratchet

/// A counter with facts about its number and a timer: everything except its appearance.
struct Counter: Reducer {
  struct State: Codable, Equatable, Sendable {
    var count = 0
    var fact: Fact = .idle
    /// The ticks so far while the timer is on; nil while it is off.
    var ticks: Int?
    var isLogVisible = true
    var isHelpVisible = false
  }

  /// The fact about the count; it never outlives its number.
  enum Fact: Codable, Equatable, Sendable {
    /// Not requested, or out of date. To `loading`.
    case idle
    /// Requested. To `text` or `failure` with the answer, to `cancelled`, to `idle` when out of
    /// date.
    case loading
    /// No longer wanted. Otherwise like `text`.
    case cancelled
    /// Received. To `loading` on another request, to `idle` when out of date.
    case text(String)
    /// The request has failed. Otherwise like `text`.
    case failure(FactError)
  }

  enum Action: Codable, Equatable, Sendable {
    case up, down, fact, cancel, timer, reset, log, help
    case factAnswered(Answer)
    case timerTicked
    /// The program is about to end: nothing may stay in flight.
    case quit
  }

  /// The result of a request for a fact.
  enum Answer: Codable, Equatable, Sendable {
    case success(String)
    case failure(FactError)
  }

  /// The names and ids of the effects.
  enum Work: String, Sendable {
    case fact, timer
  }

  /// The time limit for an answer.
  static let factLimit: Duration = .seconds(5)

  @Dependency(FactClient.self) var facts
  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .up:
        state.count += 1
        return dropFact(&state)
      case .down:
        state.count -= 1
        return dropFact(&state)
      case .fact: return askForFact(&state)
      case .factAnswered(.success(let text)): state.fact = .text(text)
      case .factAnswered(.failure(let error)): state.fact = .failure(error)
      case .cancel where state.fact == .loading:
        state.fact = .cancelled
        return .cancel(id: Work.fact)
      case .cancel: break
      case .timer: state.ticks = state.ticks == nil ? 0 : nil
      case .timerTicked: state.ticks = state.ticks.map { $0 + 1 }
      case .reset:
        state.count = 0
        state.ticks = nil
        return dropFact(&state)
      case .log: state.isLogVisible.toggle()
      case .help: state.isHelpVisible.toggle()
      case .quit:
        state.ticks = nil
        return dropFact(&state)
      }
      return .none
    }
    .subscription(while: { $0.ticks != nil }) {
      .run(name: Work.timer.rawValue) { send in
        while true {
          try await clock.sleep(for: .seconds(1))
          await send(.timerTicked)
        }
      }
    }
  }
}

extension Counter {
  private func askForFact(_ state: inout State) -> Effect<Action> {
    state.fact = .loading
    return .run(name: Work.fact.rawValue) { [facts, clock, count = state.count] send in
      let answer = await facts.answer(about: count, within: Self.factLimit, on: clock)
      await send(.factAnswered(answer))
    }
    .cancellable(id: Work.fact, cancelInFlight: true)
  }

  /// Cancels the request for a fact, and clears the fact.
  private func dropFact(_ state: inout State) -> Effect<Action> {
    state.fact = .idle
    return .cancel(id: Work.fact)
  }
}

/// A client that fetches a fact about a number.
struct FactClient: DependencyKey {
  var fetch: @Sendable (Int) async throws -> String

  /// Built in, without a network; takes a moment, so that loading and cancelling are visible.
  static let liveValue = FactClient { number in
    @Dependency(\.continuousClock) var clock
    try await clock.sleep(for: .milliseconds(600))
    return NumberFacts.sentence(about: number)
  }
}

/// Why a fact is missing.
enum FactError: Error, Codable, Equatable {
  case unreachable(String)
  case status(Int)
  case notText
  case timedOut(Duration)

  var message: String {
    switch self {
    case .unreachable(let reason): "\(reason), asking the fact server"
    case .status(let code): "status \(code) instead of 200 from the fact server"
    case .notText: "bytes that are not UTF-8 text from the fact server"
    case .timedOut(let limit): "no answer within \(limit.components.seconds) s from the fact server"
    }
  }
}
