import Ratchet

@MainActor final class Player {
  func play() {}
}

struct PlayerClient: DependencyKey {
  #if MISTAKE
    var play: @Sendable () -> Void
  #else
    var play: @MainActor @Sendable () -> Void
  #endif
  static var liveValue: PlayerClient {
    let player = Player()
    return PlayerClient { player.play() }  // error: call to main actor-isolated instance method
  }
}

struct FactClient: DependencyKey {
  #if MISTAKE
    var fetch: (Int) async throws -> String  // error: has non-Sendable type
    static var liveValue: FactClient { FactClient { "\($0) is a number." } }
  #else
    var fetch: @Sendable (Int) async throws -> String
    static let liveValue = FactClient { "\($0) is a number." }
  #endif
}

struct Flags: DependencyKey {
  var isNew = false
  #if MISTAKE
    static var liveValue = Flags()  // error: 'liveValue' is not concurrency-safe
  #else
    static let liveValue = Flags()
  #endif
}

#if MISTAKE
  struct Clock: Sendable {}
#else
  struct Clock: DependencyKey { static let liveValue = Clock() }

  extension DependencyValues {
    var facts: FactClient {
      get { self[FactClient.self] }
      set { self[FactClient.self] = newValue }
    }
  }
#endif

struct Facts {
  @Dependency(Clock.self) var clock  // error: conform to 'DependencyKey'
  @Dependency(\.facts) var facts  // error: cannot infer key path type from context
  // error: cannot convert value of type 'KeyPath<Root, Value>'
  // error: generic parameter 'Key' could not be inferred
  @Dependency(\.date) var date
}

#if MISTAKE
  func freeze(_ facts: inout Facts, at now: DateGenerator) {
    facts.date = now  // error: cannot assign to property: 'date' is a get-only property
  }
#endif

func inTests(at now: DateGenerator, _ body: (Facts) -> Void) {
  withDependencies {
    $0.date = now
    #if MISTAKE
      $0.players = 1  // error: value of type 'DependencyValues' has no member 'players'
    #else
      $0[Flags.self].isNew = true
    #endif
  } operation: {
    body(Facts())
  }
}
