import RatchetDependencies
import Testing

@Suite struct NeedsTests {
  @Test("a value sees the overrides in force while it is made")
  func aValueSeesTheOverridesInForceWhileItIsMade() {
    withDependencies {
      $0[BaseKey.self] = "override"
    } operation: {
      #expect(read(LeftKey.self) == "left of override")
    }
  }

  @Test("a diamond is made from one value") func aDiamondIsMadeFromOneValue() {
    withDependencies { _ in
    } operation: {
      #expect(read(TopKey.self) == "left of base, right of base")
    }
    withDependencies {
      $0[BaseKey.self] = "override"
    } operation: {
      #expect(read(TopKey.self) == "left of override, right of override")
    }
  }

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

  @Test("an overridden need does not stay behind") func anOverriddenNeedDoesNotStayBehind() {
    withDependencies { _ in
    } operation: {
      withDependencies {
        $0[BaseKey.self] = "inner"
      } operation: {
        #expect(read(LeftKey.self) == "left of inner")
      }
      #expect(read(LeftKey.self) == "left of base")
    }
  }

  @Test("a value from an override is made once for that override")
  func aValueFromAnOverrideIsMadeOnceForThatOverride() {
    withDependencies {
      $0[BaseKey.self] = "override"
    } operation: {
      let first = read(ObjectKey.self)
      withDependencies {
        $0.level = 5
      } operation: {
        #expect(read(ObjectKey.self) === first)
      }
      withDependencies {
        $0[BaseKey.self] = "another"
      } operation: {
        #expect(read(ObjectKey.self) !== first)
      }
      #expect(read(ObjectKey.self) === first)
    }
  }

  @Test("a value sees an override at the end of a long chain")
  func aValueSeesAnOverrideAtTheEndOfALongChain() {
    var values = DependencyValues.freshScope
    values[BaseKey.self] = "override"
    for number in 0..<100 { values.level = number }
    values.withValues {
      #expect(read(LeftKey.self) == "left of override")
      #expect(read(ObjectKey.self) === read(ObjectKey.self))
    }
  }

  @Test("a value from an override is made once however long the chain grows")
  func aValueFromAnOverrideIsMadeOnceHoweverLongTheChainGrows() {
    var values = DependencyValues.freshScope
    values[BaseKey.self] = "override"
    let first = values.withValues { read(ObjectKey.self) }
    for number in 0..<100 {
      values.level = number
      #expect(values.withValues { read(ObjectKey.self) } === first)
    }
  }

  @Test("a value is made anew for a scope that a long chain hides")
  func aValueIsMadeAnewForAScopeThatALongChainHides() {
    var values = DependencyValues.freshScope
    values[BaseKey.self] = "override"
    let outer = values.withValues { read(ObjectKey.self) }
    values.beginScope()
    let inner = values.withValues { read(ObjectKey.self) }
    #expect(inner !== outer)
    for number in 0..<100 {
      values.level = number
      #expect(values.withValues { read(ObjectKey.self) } === inner)
    }
  }

  @Test("a value that reads more keys under some overrides sees them")
  func aValueThatReadsMoreKeysUnderSomeOverridesSeesThem() {
    withDependencies {
      $0.level = 1
      $0[BaseKey.self] = "a"
    } operation: {
      #expect(read(SometimesKey.self) == "a")
    }
    withDependencies {
      $0.level = 0
    } operation: {
      #expect(read(SometimesKey.self) == "")
      withDependencies {
        $0.level = 1
      } operation: {
        #expect(read(SometimesKey.self) == "base")
        withDependencies {
          $0[BaseKey.self] = "b"
        } operation: {
          #expect(read(SometimesKey.self) == "b")
        }
      }
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

  @Test("a key that depends on itself traps and names the way")
  func aKeyThatNeedsItselfTrapsAndNamesTheWay() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = NeedsTests.CycleAKey.read()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        """
        The dependency CycleAKey depends on itself: CycleAKey -> CycleBKey -> CycleAKey. \
        Read one of them when it is used, in a closure of the value, not while the value is created.
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

  private enum ObjectKey: DependencyKey {
    static var liveValue: Token {
      _ = read(LeftKey.self)
      return Token()
    }
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

  private enum SometimesKey: DependencyKey {
    static var liveValue: String { read(LevelKey.self) > 0 ? read(BaseKey.self) : "" }
    static var testValue: String { liveValue }
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
