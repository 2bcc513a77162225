import Foundation
import RatchetDefaults
import RatchetTesting

#if canImport(RatchetDatabase)
  import GRDB
  import RatchetDatabase
#endif

@Suite("A shared key in a backend", .serialized, .timeLimit(.minutes(1)))
@MainActor struct BackendTests {
  enum Place: CaseIterable {
    case defaults
    #if canImport(RatchetDatabase)
      case database
    #endif
  }

  private let name = UUID().uuidString

  @Test("is what a store begins with, and saved by the store", arguments: Place.allCases)
  func saved(in place: Place) async throws {
    let key = try key(in: place)
    for count in 0..<2 {
      let store = store(key)
      #expect(store.words == Array(repeating: "word", count: count))
      store.send("word")
      await store.drain(within: .zero)
    }
    #expect(await key.load(in: .files { Issue.record("\($0)") }) == ["word", "word"])
  }

  @Test("takes what another storage saves, and is merged with it", arguments: Place.allCases)
  func merged(in place: Place) async throws {
    let key = try key(in: place)
    let stores = [store(key), store(key)]
    stores[0].send("one")
    await stores[0].drain(within: .zero)
    for await words in stores[1].states(of: \.words) where words == ["one"] { break }
    for (store, word) in zip(stores, ["two", "three"]) { store.send(word) }
    for store in stores { await store.drain(within: .zero) }
    for await words in stores[0].states(of: \.words) where words.count == 3 { break }
    #expect(stores[0].words == ["one", "two", "three"])
    #expect(stores[1].words == stores[0].words)
  }

  // MARK: - Fixtures

  /// Words that each store adds.
  private struct Words: Reducer {
    struct State: Equatable { var words: [String] = [] }

    let key: SharedKey<[String]>

    var body: some Reducer<State, String> {
      Reduce { state, word in
        state.words.append(word)
        return .none
      }
      .kept(\.words, in: key)
    }
  }

  private func key(in place: Place) throws -> SharedKey<[String]> {
    let location: SharedLocation<[String]> =
      switch place {
      case .defaults: .backend(DefaultsBackend(name))
      #if canImport(RatchetDatabase)
        case .database: .backend(try DatabaseBackend(name, in: DatabaseQueue()))
      #endif
      }
    return SharedKey(name, default: [], in: location) { base, mine, theirs in
      theirs + mine.dropFirst(base.count)
    }
  }

  private func store(_ key: SharedKey<[String]>) -> Store<Words.State, String> {
    Store(initialState: Words.State()) {
      Words(key: key)
    } withDependencies: {
      $0.sharedStorage = .files { Issue.record("\($0)") }
      $0.continuousClock = TestClock()
    }
  }
}
