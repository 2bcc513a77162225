import Console
import Ratchet
import WebClient

/// A search while typing, which shows results for the current query, never for an older one.
struct Search: Reducer {
  struct State: Codable, Equatable, Sendable {
    var query = TextField()
    var results: Results = .none
    /// What was found before, to look at until the next answer.
    var oldHits: [Hit] = []

    /// The search terms; surrounding spaces do not matter.
    var terms: String { query.text.trimmed }
  }

  /// The results for the query; they never outlive their terms.
  enum Results: Codable, Equatable, Sendable {
    /// There is nothing to search for. To `searching`.
    case none
    /// Waiting for a pause in the typing, then for the answer. To the others.
    case searching
    /// Answered. To `searching` or `none` with the next change of the terms.
    case found([Hit])
    /// The search has failed. Otherwise like `found`.
    case failure(SearchError)
  }

  enum Action: Codable, Equatable, Sendable {
    case queryChanged(TextField)
    /// Searches now, without waiting for a pause, or again after a failure.
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

  /// The pause in the typing after which the server is asked.
  static let pause: Duration = .milliseconds(300)
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
      state.oldHits = []
    case .failed(let error):
      state.results = .failure(error)
      state.oldHits = []
    case .quit:
      if state.results == .searching { state.results = .none }
      return .cancel(id: Work.search)
    }
    return .none
  }

  /// Replaces the previous search, whether it is waiting, running or already answered: once this is
  /// reduced, nothing of it arrives any more.
  private func begin(
    _ state: inout State, _ timed: (Effect<Action>) -> Effect<Action>
  ) -> Effect<Action> {
    if case .found(let hits) = state.results { state.oldHits = hits }
    if state.terms.isEmpty { state.oldHits = [] }
    state.results = state.terms.isEmpty ? .none : .searching
    return state.terms.isEmpty ? .cancel(id: Work.search) : timed(search(for: state.terms))
  }

  private func search(for terms: String) -> Effect<Action> {
    .run(name: Work.search.rawValue) { [client, clock] send in
      await send(.answered(try await client.hits(terms, on: clock)))
    } catch: { error, send in
      await send(.failed(SearchError(error)))
    }
  }
}

/// A search result.
struct Hit: Codable, Equatable, Sendable {
  var title: String
  var detail: String
}

/// A client that searches for terms.
struct SearchClient: DependencyKey {
  /// How long an answer may take; nil for what is found here, by a processor that may be busy.
  var limit: Duration?
  var hits: @Sendable (_ terms: String) async throws -> [Hit]

  /// The hits, or an error if they take longer than the limit.
  func hits(_ terms: String, on clock: any Clock<Duration>) async throws -> [Hit] {
    guard let limit else { return try await hits(terms) }
    guard let hits = try await withTimeLimit(limit, on: clock, { try await hits(terms) }) else {
      throw SearchError.timedOut(limit)
    }
    return hits
  }

  /// Built in, without a network: Unicode characters by their names.
  static let liveValue = SearchClient { terms in
    try await UnicodeNames.hits(for: terms)
  }

  static let testValue = SearchClient(hits: unimplemented("SearchClient.hits"))
}

/// Why a search has failed.
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
    case .unreachable(let reason): "\(reason), asking the server"
    case .status(let code): "status \(code) instead of 200 from the server"
    case .notUnderstood: "the server's answer is not a list of results"
    case .timedOut(let limit): "no results within \(limit.components.seconds) s"
    }
  }
}
