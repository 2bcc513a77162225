import RatchetDependencies
import Testing

@Suite struct PrepareDependenciesTests {
  @Test("prepared values and a context hold in every scope; a second preparation is reported")
  func twice() async {
    await #expect(processExitsWith: .success) {
      let found = Collected()
      prepareDependencies {
        $0.context = .preview
        $0.level = 5
        $0.log = { found.add($0) }
      }
      prepareDependencies({ $0.level = 6 }, fileID: "Module/File.swift", line: 7)
      precondition(Reader().level == 5 && Reader().name == "preview")
      withDependencies { _ in
      } operation: {
        precondition(Reader().level == 5 && Reader().name == "preview")
      }
      withDependencies {
        $0.level = 7
      } operation: {
        precondition(Reader().level == 7)
      }
      let expected = """
        error: Module/File.swift:7: 'prepareDependencies' was called a second time.

        The call was ignored: a value does not change once it is in use. To fix this, prepare all \
        dependencies in one call.
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
        error: Module/File.swift:7: 'prepareDependencies' was called after a dependency was used.

        The call was ignored: a value does not change once it is in use. To fix this, call it \
        first, when the program or the test starts.
        """
      precondition(found.map(\.description) == [expected])
    }
  }
}
