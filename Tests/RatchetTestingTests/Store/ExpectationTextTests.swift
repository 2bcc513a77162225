import RatchetTesting

@MainActor
@Suite("A failure of receive names what was wanted")
struct ExpectationTextTests {
  @Test("the case")
  func actionCase() async {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: Script.State()) { Script() }
      await store.receive(Script.Action.got)
    }
    #expect(
      issues.first?.hasPrefix(
        "Expected to receive an action of the case 'got', but no action was sent.") == true)
  }

  @Test("the line with the condition")
  func condition() async {
    let line = #line + 3
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: Script.State()) { Script() }
      await store.receive(where: { _ in true })
    }
    #expect(
      issues.first?.hasPrefix(
        """
        Expected to receive an action for which the condition at \
        ExpectationTextTests.swift:\(line) holds, but no action was sent.
        """) == true)
  }

  @Test("the action, in bounded length")
  func action() async {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: Script.State()) { Script() }
      await store.receive(.got(String(repeating: "a", count: 1_000_000)))
    }
    let text = String(repeating: "a", count: 200)
    #expect(
      issues.first?.hasPrefix(
        "Expected to receive got(\"\(text)\"... (1000000 bytes)), but no action was sent.") == true)
  }
}
