import RatchetDependencies
import RatchetTesting
import TestSupport

@Suite("In a test without a test store")
struct TestFailuresTests {
  @Test("a missing test value is a failure that names key and reader")
  @MainActor func plainStore() async {
    let issues = await IssueCollector.issues {
      let store = Store<String, Bool>(initialState: "") { Feature() }
      store.send(true)
      #expect(store.state == "live")
    }
    #expect(issues == [text])
  }

  @Test("each test has the failure, also where the value was made in another one")
  @MainActor func eachTest() async {
    for _ in 0..<2 {
      let issues = await IssueCollector.issues { #expect(OuterReader().outer == "around live") }
      #expect(issues == [text])
    }
  }

  @Test("the failure is recorded in the test that reads, at the line that reads")
  @MainActor func location() async throws {
    try await expectIssues {
      #expect(Feature().client == "live")
    } matching: { [text] issue in
      issue.sourceLocation?.fileID == #fileID && issue.sourceLocation?.line == Feature.line + 1
        && issue.comments.map(\.rawValue) == [text]
    }
  }

  @Test("another error of the library is a failure too, and no message below that")
  @MainActor func otherErrors() async {
    let issues = await IssueCollector.issues {
      report("Something.")
      DependencyValues.current.log(LogMessage(level: .warning, text: "Tests write this warning."))
    }
    #expect(issues == ["Something."])
  }

  @Test("a message that names no line that could be is a failure all the same")
  @MainActor func impossibleLines() async {
    let issues = await IssueCollector.issues {
      for (file, line) in [("", 1), ("File.swift", 1), ("Module/File.swift", UInt(0))] {
        DependencyValues.current.log(
          LogMessage(level: .error, text: "Lost.", fileID: file, line: line))
      }
    }
    #expect(
      issues == [
        "Lost.\n\n(:1)", "Lost.\n\n(File.swift:1)", "Lost.\n\n(Module/File.swift:0)",
      ])
  }

  // MARK: - Fixtures

  private let text = """
    'ClientKey' ('String') has no test value: no override is in effect, and the key has no \
    'testValue'.

    Its live value was used. To fix this, override it in the test store or with \
    'withDependencies', or give 'ClientKey' a 'testValue'.
    """

  private enum ClientKey: DependencyKey {
    static var liveValue: String { "live" }
  }

  private struct Feature: Reducer {
    static let line = #line
    @Dependency(ClientKey.self) var client

    func reduce(into state: inout String, action: Bool) -> Effect<Bool> {
      state = client
      return .none
    }
  }

  private enum OuterKey: DependencyKey {
    static var liveValue: String {
      @Dependency(ClientKey.self) var client
      return "around \(client)"
    }
    static var testValue: String { liveValue }
  }

  private struct OuterReader {
    @Dependency(OuterKey.self) var outer
  }
}
