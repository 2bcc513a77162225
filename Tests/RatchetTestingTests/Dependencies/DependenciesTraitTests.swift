import RatchetTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("The dependencies trait", .dependencies { $0[NumberKey.self] = 1 })
struct DependenciesTraitTests {
  @Dependency(NumberKey.self) private var number
  @Dependency(TokenKey.self) private var token

  @Test("of a test comes after that of its suite", .dependencies { $0[NumberKey.self] += 1 })
  func test() {
    #expect(number == 2)
  }

  @Test("reaches child tasks, and tasks that the test creates")
  func tasks() async {
    async let child = Task { number }.value
    #expect(await child == 1)
  }

  @Suite struct Inner {
    @Test("reaches the tests of suites in the suite")
    func inner() {
      @Dependency(NumberKey.self) var number
      #expect(number == 1)
    }
  }

  @Test("gives each case of a test a scope of its own", arguments: 0..<20)
  func cases(_ argument: Int) {
    let tokens = seen.withLock { tokens in
      tokens.append(token)
      return tokens
    }
    #expect(token === token)
    #expect(Set(tokens.map { ObjectIdentifier($0) }).count == tokens.count)
  }

  @Test("is overridden by a store and by withDependencies")
  @MainActor func stores() {
    let store = Store<Int, Bool>(initialState: 0) {
      Reduce { state, _ in
        state = DependencyValues.current[NumberKey.self]
        return .none
      }
    } withDependencies: {
      $0[NumberKey.self] += 5
    }
    store.send(true)
    #expect(store.state == 6)
    #expect(number == 1)
  }
}

// MARK: - Fixtures

private enum NumberKey: DependencyKey {
  static var liveValue: Int { 0 }
  static var testValue: Int { 0 }
}

private final class Token: Sendable {}

private enum TokenKey: DependencyKey {
  static var liveValue: Token { Token() }
  static var testValue: Token { Token() }
}

/// Kept, so that no two have one address.
private let seen = Locked<[Token]>([])
