import RatchetDependencies
import Testing

@Suite struct WithDependenciesTests {
  @Test("a chain of overrides of any length keeps every value, each until it ends")
  func chain() {
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
    #expect(Reader().level == 1 && Reader().name == "test")
  }

  @Test("a thrown error keeps its type and ends the override")
  func aThrownErrorKeepsItsTypeAndEndsTheOverride() async {
    struct Failure: Error, Equatable {}
    func fail() throws(Failure) { throw Failure() }
    func failLater() async throws(Failure) { throw Failure() }
    var errors: [Failure] = []
    do throws(Failure) {
      try withDependencies {
        $0.level = 2
      } operation: { () throws(Failure) in
        try fail()
      }
    } catch {
      errors.append(error)
    }
    do throws(Failure) {
      try await withDependencies {
        $0.level = 2
      } operation: { () async throws(Failure) in
        try await failLater()
      }
    } catch {
      errors.append(error)
    }
    #expect(errors.count == 2)
    #expect(Reader().level == 1)
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
}
