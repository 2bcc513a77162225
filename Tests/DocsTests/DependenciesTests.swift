import Foundation
import RatchetTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The code of `Docs/Ratchet.docc/Dependencies.md`.

struct PlayerClient: DependencyKey {
  var play: @Sendable (String) async throws -> Void = unimplemented("PlayerClient.play")
  var volume: @Sendable () -> Double = unimplemented("PlayerClient.volume", placeholder: 1)

  static let testValue = PlayerClient()
  static let liveValue = PlayerClient(
    play: { print("Playing \($0)") },
    volume: { 0.5 })
}

extension DependencyValues {
  var player: PlayerClient {
    get { self[PlayerClient.self] }
    set { self[PlayerClient.self] = newValue }
  }
}

struct Quote: Codable, Equatable, Sendable {
  var symbol: String
  var price: Double
}

struct QuoteClient: DependencyKey {
  var quote: @Sendable (_ symbol: String) async throws -> Quote = unimplemented("QuoteClient.quote")

  static let testValue = QuoteClient()
  static let liveValue = QuoteClient.http("https://quotes.example.com")

  static func http(_ server: String, session: URLSession = .shared) -> QuoteClient {
    QuoteClient { symbol in
      guard let url = URL(string: "\(server)/\(symbol)") else { throw URLError(.badURL) }
      let (data, response) = try await session.data(from: url)
      guard (response as? HTTPURLResponse)?.statusCode == 200 else {
        throw URLError(.badServerResponse)
      }
      return try JSONDecoder().decode(Quote.self, from: data)
    }
  }
}

@Suite("The page of dependencies")
struct DependenciesTests {
  struct Song: Reducer {
    struct State: Equatable {
      var title: String
      var volume = 0.0
    }

    enum Action: Equatable { case playTapped, ended }

    @Dependency(\.player) var player

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .playTapped:
        state.volume = player.volume()
        return .run(name: "play") { [title = state.title] send in
          try await player.play(title)
          await send(.ended)
        }
      case .ended:
        return .none
      }
    }
  }

  @Test @MainActor func playsWithTheVolume() async {
    let store = TestStore(initialState: Song.State(title: "Blue")) {
      Song()
    } withDependencies: {
      $0.player.volume = { 0.3 }
      $0.player.play = { #expect($0 == "Blue") }
    }
    await store.send(.playTapped) { $0.volume = 0.3 }
    await store.receive(.ended)
  }

  @Test("shows a client of which a test has to say what it does")
  @MainActor func unimplementedClient() async {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: Song.State(title: "Blue")) {
        Song()
      } withDependencies: {
        $0.player.play = { _ in }
      }
      await store.send(.playTapped) { $0.volume = 1 }
      await store.receive(.ended)
    }
    #expect(issues.count == 1)
    #expect(issues.first?.hasPrefix("Unimplemented: PlayerClient.volume was called") == true)
  }

  @Test("shows a client of a server that a test replaces")
  func quote() async throws {
    let client = withDependencies {
      $0[QuoteClient.self].quote = { Quote(symbol: $0, price: 42) }
    } operation: {
      Dependency(QuoteClient.self).wrappedValue
    }
    #expect(try await client.quote("TEA") == Quote(symbol: "TEA", price: 42))
  }

  @Test("shows a client of a server that throws what the network reports")
  func unreachable() async {
    // Nothing listens on the discard port of this machine.
    let client = QuoteClient.http("http://127.0.0.1:9")
    await #expect(throws: URLError.self) { try await client.quote("TEA") }
  }

  @Test("names overrides of what is built in")
  func builtIn() {
    let date = Date(timeIntervalSince1970: 0)
    withDependencies {
      $0.uuid = .incrementing
      $0.date = .constant(date)
      $0.randomNumberGenerator = .seeded(1)
    } operation: {
      let uuid = Dependency(\.uuid).wrappedValue
      #expect([uuid(), uuid()] == [UUID(0), UUID(1)])
      #expect(Dependency(\.date).wrappedValue() == date)
    }
  }
}
