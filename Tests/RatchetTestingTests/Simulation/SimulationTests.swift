import RatchetTesting
import TestSupport

@MainActor @Suite("A simulation")
struct SimulationTests {

  @Test("reports how often each action was sent and each condition was looked at")
  func report() async {
    let report = await simulate(Keeps(), from: 0, runs: 20) { world in
      world.send { _, draw in draw.int(in: 0...1) }
      world.always("is small") { $0 < 3 }
      world.eventually("is small at last") { $0 < 3 }
    }
    #expect(report.runs == 20)
    #expect(Set(report.sent.keys) == ["0", "1"])
    #expect(report.looks["is small"] == 20 + report.sent.values.reduce(0, +))
    #expect(report.looks["is small at last"] == 20)
    #expect(report.description.hasPrefix("20 runs, 10 of them short\nsent 0: "))
  }

  @Test("judges a state when all changes of the action have been made")
  func changes() async {
    let report = await simulate(Pair(), from: Pair.State(), runs: 5) { world in
      world.send { _, _ in .add }
      world.always("are equal") { $0.kept == $0.own }
      world.target { $0.kept == $0.own ? 0 : 1 }
    }
    #expect(report.looks["are equal"] == 5 + (report.sent["add"] ?? 0))
  }

  @Test("that tests nothing fails, and says what it lacks")
  func nothing() async {
    let issues = await IssueCollector.issues {
      await simulate(Keeps(), from: 0, runs: 3) { world in
        world.send { _, _ in nil }
        world.always("holds") { _ in true }
      }
      await simulate(Keeps(), from: 0, runs: 3) { world in world.send { _, _ in 1 } }
      await simulate(Keeps(), from: 0, runs: 0) { world in world.send { _, _ in 1 } }
      await simulate(Keeps(), from: 0, length: -1) { world in world.send { _, _ in 1 } }
    }
    #expect(
      issues.map { $0.prefix { $0 != "." } } == [
        "The simulation tests nothing: none of its moves sent an action",
        "The simulation tests nothing: its world declares no condition that must hold",
        "The simulation tests nothing: it did not run",
        "The simulation tests nothing: none of its moves sent an action",
      ])
  }

  @Test("refuses weights and times that are out of bounds")
  func outOfBounds() async {
    let worlds: [(inout SimulatedWorld<Int, Int>) -> Void] = [
      { $0.send(weight: 0) { _, _ in 1 } }, { $0.send(weight: .max) { _, _ in 1 } },
      { $0.advance(weight: -1, upTo: .seconds(1)) }, { $0.advance(upTo: .zero) },
    ]
    for describe in worlds {
      let issues = await IssueCollector.issues {
        let report = await simulate(Keeps(), from: 0) { world in
          world.always("holds") { _ in true }
          describe(&world)
        }
        #expect(report.runs == 0)
      }
      #expect(issues.count == 1)
      #expect(issues.first?.hasPrefix("The world of the simulation is invalid: ") == true)
    }
  }

  @Test("shortens a run that fails by an issue to one that fails by the same, but for its values")
  func sameIssue() {
    let kind = SimulatedRun.kind(ofIssue: "Effect threw: 5\n\nFix it.\n\n(App/A.swift:7)")
    #expect(SimulatedRun.kind(ofIssue: "Effect threw: 6\n\nFix it.\n\n(App/A.swift:7)") == kind)
    #expect(SimulatedRun.kind(ofIssue: "Effect threw: 5\n\nFix it.\n\n(App/A.swift:8)") != kind)
  }

  @Test("says so when a run goes differently the second time")
  func notDeterministic() async {
    let count = Locked(0)
    let issues = await IssueCollector.issues {
      await simulate(Keeps(), from: 0) { world in
        world.send { _, _ in
          count.withLock { count in
            count += 1
            return count
          }
        }
        world.always("holds") { _ in true }
      }
    }
    #expect(issues.count == 1)
    #expect(
      issues.first?.hasPrefix(
        """
        The simulation is not deterministic: with the same choices, event 1 was different:

        - send 1
        + send\u{20}
        """) == true)
  }

  @Test("says so when a run ends in another state the second time")
  func notDeterministicState() async {
    let count = Locked(0)
    let issues = await IssueCollector.issues {
      await simulate(
        Reduce<Int, Bool> { state, _ in
          state = count.withLock { count in
            count += 1
            return count
          }
          return .none
        },
        from: 0, length: 1, seed: 2
      ) { world in
        world.send { _, _ in true }
        world.always("holds") { _ in true }
      }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.hasPrefix("The simulation is not deterministic: ") == true, "\(issues)")
    #expect(issues.first?.contains("\n- the state at the end: ") == true, "\(issues)")
  }

  @Test("says so when a run fails only the first time")
  func failsOnce() async {
    let count = Locked(0)
    let issues = await IssueCollector.issues {
      await simulate(Keeps(), from: 0, runs: 1, length: 1, seed: 2) { world in
        world.send { _, _ in 1 }
        world.always("holds") { state in
          count.withLock { count in
            count += state
            return state == 0 || count != 1
          }
        }
      }
    }
    #expect(
      issues.first?.contains("\n- \"holds\" does not hold\n+ the state at the end: 1\n")
        == true, "\(issues)")
  }

  @Test("refuses two conditions of one name, since a failure would not say which it means")
  func sameName() async {
    let issues = await IssueCollector.issues {
      await simulate(Keeps(), from: 0) { world in
        world.send { _, _ in 1 }
        world.always("holds") { _ in true }
        world.eventually("holds") { _ in true }
        world.always("holds") { _ in false }
      }
    }
    #expect(
      issues == [
        """
        The world of the simulation is invalid: Two conditions are named "holds". Give each its \
        own name.
        """
      ])
  }

  @Test("fails when its store reports a failure, and ends with that step, of any number of runs")
  func reported() async {
    let issues = await IssueCollector.issues {
      let report = await simulate(Fails(), from: 0, runs: .max, length: 1_000) { world in
        world.send { _, _ in 5 }
        world.eventually("holds") { _ in true }
      }
      #expect(report.sent == ["5": 1])
    }
    #expect(issues.first?.contains("threw an error and has no 'catch:'") == true)
    #expect(issues.first?.hasSuffix("\n  await store.send(5)\n}") == true, "\(issues)")
  }

  @Test("is made so often as the environment says, if that is a number")
  func multiplied() {
    #expect(SimulationReport.count(of: 100, times: "") == 100)
    #expect(SimulationReport.count(of: 100, times: "20") == 2_000)
    #expect(SimulationReport.count(of: -1, times: "20") == 0)
    #expect(SimulationReport.count(of: 100, times: "\(UInt64.max)") == .max)
    for text in ["10x", "-1", "1.5", " "] {
      #expect(SimulationReport.count(of: 100, times: text) == nil)
    }
  }

  @Test("stops all faults before it waits for what is so eventually", .deep(100, small: 5))
  func faults() async {
    let issues = await IssueCollector.issues {
      await simulate(Retries(), from: Retries.State(), runs: Deep.size) { world in
        world.send { _, _ in .start }
        world.advance(upTo: .seconds(1))
        world.dependencies { values, draw in values[FaultKey.self] = { draw.chance(0.9) } }
        world.eventually("all is done") { $0.started == $0.done }
      }
    }
    #expect(issues == [])
  }
}

/// Counts in its own field, and by a returned change in a kept one.
private struct Pair: Reducer {
  struct State: Equatable {
    var kept = 0
    var own = 0
  }

  enum Action { case add }

  private var key: SharedKey<Int> { SharedKey("pair", default: 0, in: .memory) }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.own += 1
      return .change(key) { $0 += 1 }
    }
    EmptyReducer().kept(\.kept, in: key)
  }
}

/// Keeps the last action.
struct Keeps: Reducer {
  func reduce(into state: inout Int, action: Int) -> Effect<Int> {
    state = action
    return .none
  }
}

/// Sends each number below an action, one after the other.
struct CountsDown: Reducer {
  func reduce(into state: inout Int, action: Int) -> Effect<Int> {
    state = action
    return action > 1 ? .send(action - 1) : .none
  }
}

/// Returns an effect that throws for one action.
private struct Fails: Reducer {
  struct Failure: Error {}

  func reduce(into state: inout Int, action: Int) -> Effect<Int> {
    action == 5 ? .run { _ in throw Failure() } : .none
  }
}

private enum FaultKey: DependencyKey {
  static let liveValue: @Sendable () -> Bool = { false }
  static let testValue: @Sendable () -> Bool = { false }
}

/// Tries again each second until there is no fault.
private struct Retries: Reducer {
  struct State: Equatable {
    var started = 0
    var done = 0
  }

  enum Action: Sendable { case start, done }

  @Dependency(\.continuousClock) var clock
  @Dependency(FaultKey.self) var fails

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      state.started += 1
      return .run { send in
        while fails() { try await clock.sleep(for: .seconds(1)) }
        await send(.done)
      }
    case .done:
      state.done += 1
      return .none
    }
  }
}
