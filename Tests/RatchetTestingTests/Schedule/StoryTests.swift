import TestSupport

@testable import RatchetTesting

@MainActor @Suite("The text of a failure of a state that is too long for a line")
struct StoryTests {
  @Test("leads to the element and the member that an action changes")
  func story() async throws {
    let issues = await IssueCollector.issues {
      await exploreSchedules(1) {
        let store = TestStore(initialState: Monitor.State()) { Monitor() }
        store.exhaustivity = .off
        await store.send(.probe("site 7"))
        await store.send(.form(.set(\.settings, Monitor.Settings(isLoud: true))))
        store.expect { $0.settings.isLoud = false }
      }
    }
    #expect(
      try #require(issues.first).contains(
        """
        1. the test sends probe("site 7")
        2. state.checks[id: "site 7"].isProbing = true
        3. the test sends form(\\.settings.isLoud = true)
        4. state.settings.isLoud = true
        """))
  }

  @Test("has the id of the element, and of a change of a field only what it changes")
  func difference() async {
    await expectFailures(
      of: Monitor(), from: Monitor.State(),
      #"""
      The state after sending 'form(\.settings.isLoud = true)' is not what was expected:

          State(
          ...
            settings: Settings(
              name: "a"
              size: 1
        -     isLoud: false
        +     isLoud: true
            )
          )

      (- expected, + actual)

      To fix this, pass a closure that makes these changes to the state.
      """#,
      """
      The state after sending 'probe("site 7")' is not what was expected:

          State(
            checks: [
          ...
              Check(
                id: "site 7"
          ...
                b: 2
                c: 3
                d: 4
        -       isProbing: false
        +       isProbing: true
              )
              Check(
                id: "site 8"
          ...

      (- expected, + actual)

      To fix this, pass a closure that makes these changes to the state.
      """
    ) { store in
      await store.send(.form(.set(\.settings, Monitor.Settings(isLoud: true))))
      await store.send(.probe("site 7"))
    }
  }

  @Test("of a condition of a simulation ends with the change that the last action made")
  func condition() async throws {
    let issues = await IssueCollector.issues {
      await simulate(Monitor(), from: Monitor.State()) { world in
        world.send { _, _ in .probe("site 7") }
        world.always("idle") { !$0.checks.contains { $0.isProbing } }
      }
    }
    let end = """


      The last action's change:

      - state.checks[id: "site 7"].isProbing = true

      The shortest story found
      """
    #expect(try #require(issues.first).contains(end))
  }

  @Test("says of a final state how it differs from the first one")
  func finalStates() {
    let outcomes = Outcomes()
    var state = Monitor.State()
    outcomes.addState(state)
    state.checks[id: "site 7"]?.isProbing = true
    outcomes.addState(state)
    let end = #" (unlike the first: state.checks[id: "site 7"].isProbing = true)"#
    #expect(outcomes.finalStates.last?.hasSuffix(end) == true)
  }
}

// MARK: - Fixtures

private struct Monitor: Reducer {
  struct Check: Equatable, Identifiable {
    let id: String
    var a = 1, b = 2, c = 3, d = 4
    var isProbing = false
  }

  struct Settings: Equatable {
    var name = "a"
    var size = 1
    var isLoud = false
  }

  struct State: Equatable {
    var checks = IdentifiedArray((0..<9).map { Check(id: "site \($0)") })
    var settings = Settings()
  }

  enum Action: Equatable {
    case probe(String)
    case form(FieldChange<State>)
  }

  var body: some ReducerOf<Self> {
    Fields(action: Action.form)
    Reduce { state, action in
      if case .probe(let id) = action { state.checks[id: id]?.isProbing = true }
      return .none
    }
  }
}
