import Foundation
import RatchetTesting
import TestSupport

@MainActor @Suite("A simulation that fails")
struct SimulationFailureTests {
  @Test("prints the shortest story, the state, the choices that repeat it, and a test")
  func failure() async {
    let issues = await IssueCollector.issues { await simulateLimit() }
    #expect(issues == [Self.text(found: " in 21 tries")])
    let repeated = await IssueCollector.issues { await simulateLimit(replaying: [0, 1, 0, 3]) }
    #expect(repeated == [Self.text(found: "")])
  }

  private static func text(found: String) -> String {
    """
    The simulation fails: "below three" does not hold. The state:

    3

    The shortest story found\(found):

    1. send 3

    To run it alone, call 'simulate' with 'replaying: [0, 1, 0, 3]'. As a test:

    @Test("below three")
    @MainActor func simulationFailure() async {
      let store = TestStore(initialState: 0) {
        Keeps()
        Reduce { state, _ in
          #expect({ $0 < 3 }(state))
          return .none
        }
      }
      store.exhaustivity = .off
      await store.send(3)
    }
    """
  }

  @discardableResult
  private func simulateLimit(replaying choices: [Int]? = nil) async -> SimulationReport {
    await simulate(Keeps(), from: 0, replaying: choices) { world in
      world.send { _, draw in draw.int(in: 0...9) }
      world.always("below three") { $0 < 3 }
    }
  }

  @Test("prints placeholders for what its call does not say, and none of what it cannot")
  func placeholders() async {
    let issues = await IssueCollector.issues {
      func describe(_ world: inout SimulatedWorld<Int, Int>) {
        world.send { _, draw in draw.int(in: 0...9) }
        world.dependencies { _, _ in }
        world.always("below three") { $0 < 3 }
      }
      await simulate(Keeps(), from: 0, describe)
    }
    #expect(
      issues.first?.hasSuffix(
        """
          let store = TestStore(initialState: 0) {
            Keeps()
            Reduce { state, _ in
              #expect(<#below three#>(state))
              return .none
            }
          } withDependencies: { _ in
            <#the overrides#>
          }
          store.exhaustivity = .off
          await store.send(3)
        }
        """) == true)
  }

  @Test("names the declarations of the function around it that its test needs", arguments: [3])
  func locals(limit: Int) async {
    struct Feature { static func make() -> Keeps { Keeps() } }
    let (start, unused) = (0, 1)
    _ = unused
    let issues = await IssueCollector.issues {
      await simulate(Feature.make(), from: start) { world in
        world.send { _, draw in draw.int(in: 0...9) }
        world.always("below the limit") { $0 < limit }
      }
    }
    let comment = """
      {
        // To compile, this test needs declarations of the function that calls 'simulate':
        // Feature, limit, start
        let store = TestStore(initialState: start) {
      """
    #expect(issues.first?.contains(comment) == true, "\(issues)")
  }

  @Test("prints a condition that is a key path so that it compiles")
  func keyPath() async {
    let issues = await IssueCollector.issues {
      await simulate(Keeps(), from: 0) { world in
        world.send { _, draw in draw.int(in: 0...9) }
        world.always("small", \.isBelowThree)
      }
    }
    #expect(issues.first?.contains("\n      #expect(state[keyPath: \\.isBelowThree])\n") == true)
    #expect(2[keyPath: \.isBelowThree])
  }

  @Test("prints the schedule and the faults that it needs, and repeats them")
  func schedule() async throws {
    func issue(replaying choices: [Int]? = nil) async throws -> String {
      let issues = await IssueCollector.issues {
        await simulate(
          Race(kind: .jobs, rounds: 1), from: Race.State(), replaying: choices
        ) { world in
          world.send { _, draw in draw.bool() ? .start(0) : nil }
          world.dependencies { values, draw in
            if !draw.chance(0.5, of: "the clock fails") { values.uuid = .incrementing }
            values.date = .constant(Date(timeIntervalSince1970: Double(draw.int(in: 0...9))))
          }
          world.eventually("the early one is first") { $0.races == 0 }
        }
      }
      return try #require(issues.first)
    }
    let found = try await issue()
    #expect(found.contains(", schedule: .deviating(\"run effect #2 before effect #1\")"))
    #expect(
      found.contains(
        """


        It deviates from the default order:

        run effect #2 before effect #1

        The shortest story found in\u{20}
        """))
    let list = try #require(found.firstMatch(of: /replaying: \[([-0-9, ]*)\]/)?.output.1)
    let choices = list.split(separator: ", ").compactMap { Int($0) }
    let story = found.split(separator: "\n").filter { $0.first?.isNumber == true }
    let again = try await issue(replaying: choices)
    #expect(again.split(separator: "\n").filter { $0.first?.isNumber == true } == story)
  }

  @Test("in its initial state, by a fault, prints a test that looks at that state")
  func initialState() async {
    let issues = await IssueCollector.issues {
      await simulate(Keeps(), from: Self.number()) { world in
        world.send { _, _ in 1 }
        world.dependencies { values, draw in
          let isLost = draw.chance(0.5, of: "nothing is kept")
          values.date = .constant(Date(timeIntervalSince1970: isLost ? 0 : 1))
        }
        world.always("something is kept") { $0 > 0 }
      }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("\n1. nothing is kept (call 1)\n\n") == true, "\(issues)")
    #expect(issues.first?.contains("#expect({ $0 > 0 }(store.state))") == true, "\(issues)")
  }

  private static func number() -> Int {
    @Dependency(\.date) var date
    return Int(date.now.timeIntervalSince1970)
  }

  @Test("prints of a long story the violation and what led to it")
  func longStory() async {
    let issues = await IssueCollector.issues {
      await simulate(CountsDown(), from: 0) { world in
        world.send { _, _ in 300 }
        world.eventually("counts up") { _ in false }
        world.always("is never one") { $0 != 1 }
      }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("\n... (100 before)\n101. an effect sends 200\n") == true)
    #expect(issues.first?.contains("\n300. an effect sends 1\n\n") == true)
  }
}

// MARK: - Fixtures

extension Int {
  fileprivate var isBelowThree: Bool { self < 3 }
}
