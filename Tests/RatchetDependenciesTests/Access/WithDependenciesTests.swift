import RatchetDependencies
import Testing

@Suite struct WithDependenciesTests {
  @Test("an override holds inside and ends afterwards")
  func anOverrideHoldsInsideAndEndsAfterwards() {
    let inside = withDependencies {
      $0.level = 2
    } operation: {
      Reader().level
    }
    #expect(inside == 2)
    #expect(Reader().level == 1)
  }

  @Test("a nested override adds to the outer ones") func aNestedOverrideAddsToTheOuterOnes() {
    withDependencies {
      $0.level = 2
    } operation: {
      withDependencies {
        $0.name = "inner"
      } operation: {
        #expect(Reader().level == 2)
        #expect(Reader().name == "inner")
      }
      #expect(Reader().name == "test")
    }
  }

  @Test("a thrown error keeps its type and ends the override")
  func aThrownErrorKeepsItsTypeAndEndsTheOverride() async {
    func fail() throws(Failure) { throw Failure() }
    func failLater() async throws(Failure) { throw Failure() }
    do throws(Failure) {
      try withDependencies {
        $0.level = 2
      } operation: { () throws(Failure) in
        try fail()
      }
      Issue.record("Nothing was thrown.")
    } catch {
      #expect(error == Failure())
    }
    do throws(Failure) {
      try await withDependencies {
        $0.level = 2
      } operation: { () async throws(Failure) in
        try await failLater()
      }
      Issue.record("Nothing was thrown.")
    } catch {
      #expect(error == Failure())
    }
    #expect(Reader().level == 1)
  }

  @Test("a long chain of overrides keeps every value") func aLongChainOfOverridesKeepsEveryValue() {
    func nest(_ depth: Int) {
      guard depth <= 100 else { return #expect(Reader().name == "outermost") }
      withDependencies {
        $0.level = depth
      } operation: {
        #expect(Reader().level == depth)
        nest(depth + 1)
        #expect(Reader().level == depth)
      }
    }
    withDependencies {
      $0.name = "outermost"
    } operation: {
      nest(1)
    }
  }

  @Test("a copy does not see later overrides") func aCopyDoesNotSeeLaterOverrides() {
    withDependencies { values in
      values.level = 2
      var copy = values
      copy.level = 3
      #expect(values.level == 2)
      #expect(copy.level == 3)
    } operation: {
      #expect(Reader().level == 2)
    }
  }

  private struct Failure: Error, Equatable {}
}
