import Console
import Ratchet

/// A search while typing: shows what was found for the query, and never for an older one.
struct Search: Reducer {
  struct State: Codable, Equatable, Sendable {
    var query = ""
    var results: Results = .none

    /// What is searched for; spaces around it change nothing.
    var terms: String { query.trimmed }
  }

  /// What is known about the query; it never outlives the terms that it is about.
  enum Results: Codable, Equatable, Sendable {
    /// There is nothing to search for. To `searching`.
    case none
    /// Waiting for a pause in the typing, and then for the answer. To the others.
    case searching
    /// Answered. To `searching` or `none` with the next change of the terms.
    case found([Hit])
    /// Asked in vain. From here as from `found`.
    case failure(SearchError)
  }

  enum Action: Codable, Equatable, Sendable {
    case queryChanged(String)
    /// Search now, without waiting for a pause; again, after a failure.
    case submitted
    case answered([Hit])
    case failed(SearchError)
    /// The program is about to end: nothing may stay in flight.
    case quit
  }

  /// The name of the effect, and the id under which the next one replaces it.
  enum Work: String, Sendable {
    case search
  }

  /// How long nothing may have been typed before the server is asked.
  static let pause: Duration = .milliseconds(300)
  /// How long an answer may take.
  static let limit: Duration = .seconds(5)

  @Dependency(SearchClient.self) var client
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .queryChanged(let query):
      let oldTerms = state.terms
      state.query = query
      if state.terms == oldTerms { return .none }
      return begin(&state) { $0.debounce(id: Work.search, for: Self.pause) }
    case .submitted:
      if case .found = state.results { return .none }
      return begin(&state) { $0.cancellable(id: Work.search, cancelInFlight: true) }
    case .answered(let hits):
      state.results = .found(hits)
    case .failed(let error):
      state.results = .failure(error)
    case .quit:
      if state.results == .searching { state.results = .none }
      return .cancel(id: Work.search)
    }
    return .none
  }

  /// Replaces the search before this one, whether it waits, has asked, or has been answered
  /// already: once this is reduced, nothing of it arrives any more.
  private func begin(
    _ state: inout State, _ timed: (Effect<Action>) -> Effect<Action>
  ) -> Effect<Action> {
    state.results = state.terms.isEmpty ? .none : .searching
    return state.terms.isEmpty ? .cancel(id: Work.search) : timed(search(for: state.terms))
  }

  private func search(for terms: String) -> Effect<Action> {
    .run(name: Work.search.rawValue) { [client, clock] send in
      let hits = try await withTimeLimit(Self.limit, on: clock) { try await client.hits(terms) }
      guard let hits else { throw SearchError.timedOut(Self.limit) }
      await send(.answered(hits))
    } catch: { error, send in
      await send(.failed(SearchError(error)))
    }
  }
}

/// Something that was found.
struct Hit: Codable, Equatable, Sendable {
  var title: String
  var detail: String
}

/// Looks for what contains some terms.
struct SearchClient: DependencyKey {
  var hits: @Sendable (_ terms: String) async throws -> [Hit]

  /// Built in and without a network: the characters of Unicode, by their names.
  static let liveValue = SearchClient { terms in
    try await UnicodeNames.hits(for: terms)
  }

  static let testValue = SearchClient(hits: unimplemented("SearchClient.hits"))
}

/// Why nothing can be said about a query.
enum SearchError: Error, Codable, Equatable, Sendable {
  case unreachable(String)
  case status(Int)
  case notUnderstood
  case timedOut(Duration)

  init(_ error: any Error) {
    self =
      switch error {
      case let error as SearchError: error
      case let error as HTTPError: .unreachable(error.reason)
      default: .unreachable("\(error)")
      }
  }

  var message: String {
    switch self {
    case .unreachable(let reason): "the server cannot be asked: \(reason)"
    case .status(let code): "the server answered with status \(code) instead of 200"
    case .notUnderstood: "the server's answer is not a list of results"
    case .timedOut(let limit): "the server did not answer within \(limit.components.seconds) s"
    }
  }
}
