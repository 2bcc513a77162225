import RatchetDependencies
import Testing

@Suite struct PrepareDependenciesTests {
  @Test("prepared values stand in for declared ones in every scope")
  func preparedValuesStandInForDeclaredOnesInEveryScope() async {
    await #expect(processExitsWith: .success) {
      prepareDependencies { $0.name = "prepared" }
      precondition(Reader().name == "prepared")
      withDependencies { _ in
      } operation: {
        precondition(Reader().name == "prepared")
      }
      withDependencies {
        $0.name = "override"
      } operation: {
        precondition(Reader().name == "override")
      }
    }
  }

  @Test("a prepared context is that of the process") func aPreparedContextIsThatOfTheProcess() async
  {
    await #expect(processExitsWith: .success) {
      prepareDependencies { $0.context = .preview }
      precondition(Reader().name == "preview")
    }
  }

  @Test("a second preparation is reported and changes nothing")
  func aSecondPreparationIsReportedAndChangesNothing() async {
    await #expect(processExitsWith: .success) {
      let found = Collected()
      prepareDependencies {
        $0.name = "first"
        $0.log = { found.add($0) }
      }
      prepareDependencies({ $0.name = "second" }, fileID: "Module/File.swift", line: 7)
      precondition(Reader().name == "first")
      let expected = """
        error: Module/File.swift:7: prepareDependencies was called a second time, which changes \
        nothing: a value does not change under its users. Prepare all dependencies in one call, where the program starts.
        """
      precondition(found.messages.map(\.description) == [expected])
    }
  }

  @Test("a preparation after first use is reported and changes nothing")
  func aPreparationAfterFirstUseIsReportedAndChangesNothing() async {
    await #expect(processExitsWith: .success) {
      precondition(Reader().name == "test")
      let found = messages {
        prepareDependencies({ $0.name = "late" }, fileID: "Module/File.swift", line: 7)
      }
      precondition(Reader().name == "test")
      let expected = """
        error: Module/File.swift:7: prepareDependencies was called after a dependency was used, \
        which changes nothing, so that a value does not change under its users. Call it first of \
        all, where the program starts.
        """
      precondition(found.map(\.description) == [expected])
    }
  }
}
