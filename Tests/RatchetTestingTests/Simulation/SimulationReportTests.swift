import RatchetTesting

@MainActor @Suite("The report of a simulation")
struct SimulationReportTests {
  @Test("counts innermost cases and empty moves, and fails if a state is never reached")
  func reached() async {
    enum Action { case form(Form) }
    enum Form { case save(Int), close }
    var report: SimulationReport?
    let issues = await IssueCollector.issues {
      report = await simulate(Steps<Action>(), from: 0, runs: 3) {
        $0.send { _, draw in draw.element(of: [.form(.save(1)), .form(.close), nil]) ?? nil }
        $0.always("holds") { _ in true }
        $0.reached("one") { $0 == 1 }
        $0.reached("two") { $0 == 2 }
      }
    }
    let text = report?.description ?? ""
    #expect(report.map { Set($0.sent.keys) } == ["form.save", "form.close"])
    #expect(report?.reached == ["one": 3, "two": 0])
    #expect(text.contains("\nmoves with nothing to send: \(report?.emptyMoves ?? 0)\nchecked"))
    #expect(text.hasSuffix("\nruns that reached \"one\": 3\nruns that reached \"two\": 0"))
    #expect(
      issues == [
        """
        No run of the simulation reached "two".

        \(text)

        To fix this, add the moves or faults that lead there, set a 'target', or make more and \
        longer runs.
        """
      ])
  }

  @Test("counts short runs, which find what any later move would repair")
  func short() async {
    var report: SimulationReport?
    let issues = await IssueCollector.issues {
      report = await simulate(Appends(), from: [], seed: 5_000) { world in
        world.send { _, draw in draw.int(in: 0...19) }
        world.eventually("the only change is saved") { $0 != [7] }
      }
    }
    #expect(issues.count == 1)
    #expect(report?.description.hasPrefix("12 runs, 6 of them short\nsent ") == true)
  }
}

private struct Appends: Reducer {
  func reduce(into state: inout [Int], action: Int) -> Effect<Int> {
    state.append(action)
    return .none
  }
}

private struct Steps<Action: Sendable>: Reducer {
  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    state = 1
    return .none
  }
}
