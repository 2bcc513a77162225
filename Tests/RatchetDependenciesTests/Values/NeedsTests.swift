import RatchetDependencies
import Testing

@Suite struct NeedsTests {
  @Test("an override of a need reaches a value that was made before")
  func anOverrideOfANeedReachesAValueThatWasMadeBefore() {
    withDependencies { _ in
    } operation: {
      #expect(read(TopKey.self) == "left of base, right of base")
      withDependencies {
        $0[BaseKey.self] = "inner"
      } operation: {
        #expect(read(TopKey.self) == "left of inner, right of inner")
        withDependencies {
          $0[RightKey.self] = "override"
        } operation: {
          #expect(read(TopKey.self) == "left of inner, override")
        }
        #expect(read(TopKey.self) == "left of inner, right of inner")
      }
      #expect(read(TopKey.self) == "left of base, right of base")
    }
  }

  @Test("two owners of one process do not share a value from overrides")
  func twoOwnersOfOneProcessDoNotShareAValueFromOverrides() {
    let owners = ["a", "b"].map { name in
      withDependencies {
        $0.context = .live
        $0[BaseKey.self] = name
      } operation: {
        DependencyValues.capture()
      }
    }
    for _ in 0..<2 {
      #expect(owners.map { $0.run { read(LeftKey.self) } } == ["left of a", "left of b"])
    }
  }

  @Test("what a closure of a value reads later is no need")
  func whatAClosureOfAValueReadsLaterIsNoNeed() {
    withDependencies { _ in
    } operation: {
      let object = read(LaterKey.self)
      #expect(object.base() == "base")
      withDependencies {
        $0[BaseKey.self] = "override"
      } operation: {
        #expect(read(LaterKey.self).token === object.token)
        #expect(object.base() == "override")
      }
    }
  }

  @Test("a value from an override is released with it, in a scope that goes on")
  func aValueFromAnOverrideIsReleasedWithIt() {
    withDependencies { _ in
    } operation: {
      weak var weakToken: Token?
      withDependencies {
        $0[BaseKey.self] = "inner"
      } operation: {
        weakToken = read(TokenOfBaseKey.self)
        #expect(weakToken != nil && weakToken === read(TokenOfBaseKey.self))
      }
      #expect(weakToken == nil)
    }
  }

  @Test("a key that depends on itself traps and names the way")
  func aKeyThatNeedsItselfTrapsAndNamesTheWay() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = NeedsTests.CycleAKey.read()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        """
        The dependency 'CycleAKey' depends on itself: 'CycleAKey' -> 'CycleBKey' -> 'CycleAKey'

        To fix this, read one of them in a closure of the value, when it is used, and not while \
        the value is created.
        """
      )
    )
  }

  // MARK: - Fixtures

  private enum BaseKey: DependencyKey {
    static var liveValue: String { "base" }
    static var testValue: String { "base" }
  }

  private enum LeftKey: DependencyKey {
    static var liveValue: String { "left of \(read(BaseKey.self))" }
    static var testValue: String { liveValue }
  }

  private enum RightKey: DependencyKey {
    static var liveValue: String { "right of \(read(BaseKey.self))" }
    static var testValue: String { liveValue }
  }

  private enum TopKey: DependencyKey {
    static var liveValue: String { "\(read(LeftKey.self)), \(read(RightKey.self))" }
    static var testValue: String { liveValue }
  }

  private enum TokenOfBaseKey: DependencyKey {
    static var liveValue: Token { withExtendedLifetime(read(BaseKey.self)) { Token() } }
    static var testValue: Token { liveValue }
  }

  private enum LaterKey: DependencyKey {
    struct Value: Sendable {
      let token = Token()
      let base: @Sendable () -> String
    }
    static var liveValue: Value {
      @Dependency(BaseKey.self) var base
      return Value { base }
    }
    static var testValue: Value { liveValue }
  }

  private enum CycleAKey: DependencyKey {
    static var liveValue: Int { NeedsTests.CycleBKey.read() }
    static var testValue: Int { liveValue }
    static func read() -> Int { NeedsTests.read(CycleAKey.self) }
  }

  private enum CycleBKey: DependencyKey {
    static var liveValue: Int { CycleAKey.read() }
    static var testValue: Int { liveValue }
    static func read() -> Int { NeedsTests.read(CycleBKey.self) }
  }

  private static func read<Key: DependencyKey>(_ key: Key.Type) -> Key.Value {
    @Dependency(key) var value
    return value
  }

  private func read<Key: DependencyKey>(_ key: Key.Type) -> Key.Value { Self.read(key) }
}
