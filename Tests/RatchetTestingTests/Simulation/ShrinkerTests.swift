import RatchetTesting
import TestSupport

@MainActor @Suite("A simulation, whatever its seed,")
struct ShrinkerTests {
  @Test("shortens a run to the four steps that matter", arguments: seeds)
  func fourSteps(seed: UInt64) async {
    let story = await story {
      await simulate(NumbersRows(), from: NumbersRows.State(), runs: 500, length: 40, seed: seed) {
        world in
        world.send(weight: 2) { _, _ in .added }
        world.send { state, draw in draw.element(of: state.ids).map { .removed($0) } }
        world.always("ids are unique") { Set($0.ids).count == $0.ids.count }
      }
    }
    #expect(story == ["send added", "send added", "send removed(1)", "send added"])
  }

  @Test(
    "removes moves before a fault without losing it, nearly always", .enabled(if: Deep.isFull))
  func fault() async {
    var stories: [[String]] = []
    for seed in Self.seeds { stories.append(await outbox(seed)) }
    let shortest = [
      "send add", "send add", "send flush", "the post fails (call 1)", "an effect sends failed(1)",
      "send flush", "an effect sends sent(2)", "send flush", "an effect sends sent(1)",
    ]
    #expect(stories.count { $0 == shortest } >= Self.seeds.count - 1, "\(stories)")
    #expect(stories.allSatisfy { $0.count { $0.hasPrefix("send ") } <= 7 }, "\(stories)")
  }

  @Test("removes two moves that only together change nothing", arguments: seeds)
  func pairs(seed: UInt64) async {
    let story = await story {
      await simulate(Switch(), from: Switch.State(), length: 40, seed: seed) { world in
        world.send(weight: 4) { _, _ in .toggle }
        world.send { _, _ in .tap }
        world.always("is on when it is tapped") { !$0.isTappedOff }
      }
    }
    #expect(story == ["send tap"])
  }

  @Test("replaces two moves by one that leads where both did", arguments: [0, 10_000])
  func detour(seed: UInt64) async {
    let story = await story {
      await simulate(Towers(), from: [[2, 1], [], []], runs: 2_000, seed: seed) { world in
        world.send { _, draw in
          Towers.Action(from: draw.int(in: 0...2), to: draw.int(in: 0...2))
        }
        world.always("is not solved") { $0[2] != [2, 1] }
      }
    }
    #expect(story.count == 3, "\(story)")
  }

  @Test("makes times as short as they can be, and one of several", arguments: seeds)
  func times(seed: UInt64) async {
    let story = await story {
      await simulate(Connects(), from: Connects.State(), runs: 500, seed: seed) { world in
        world.send { _, _ in .connect }
        world.advance(upTo: .milliseconds(1_500))
        world.always("nothing is open") { $0.open == 0 }
      }
    }
    #expect(story == ["send connect", "advance by 1.0 seconds", "an effect sends connected"])
  }

  @Test("goes on from runs that have come far toward a target", arguments: seeds)
  func target(seed: UInt64) async {
    let (runs, issues) = await lock(500, seed: seed) { $0.target(\.right) }
    #expect(runs < 500)
    #expect(issues.count == 1)
  }

  @Test("does not find five given digits without one", .deep(500, small: 50))
  func noTarget() async {
    let (runs, issues) = await lock(Deep.size, seed: 0) { _ in }
    #expect(runs == Deep.size)
    #expect(issues == [])
  }

  nonisolated private static let seeds: [UInt64] = (0..<(Deep.isFull ? 10 : 2)).map { $0 * 10_000 }

  /// The steps of the story that a simulation finds.
  private func story(of simulation: () async -> Void) async -> [String] {
    let issues = await IssueCollector.issues { await simulation() }
    #expect(issues.count == 1)
    return (issues.first ?? "").split(separator: "\n").filter { $0.first?.isNumber == true }
      .map { String($0.drop { $0 != " " }.dropFirst()) }
  }

  private func outbox(_ seed: UInt64) async -> [String] {
    await story {
      await simulate(Outbox(), from: Outbox.State(), runs: 500, length: 60, seed: seed) { world in
        world.send(weight: 2) { _, _ in .add }
        world.send(weight: 3) { _, _ in .flush }
        world.send { _, draw in .filter(draw.int(in: 0...1_000)) }
        world.send { _, _ in .clear }
        world.advance(upTo: .seconds(1))
        world.dependencies { values, draw in
          values[PostItemKey.self] = {
            await Task.yield()
            if draw.chance(0.2, of: "the post fails") { throw Lost() }
          }
        }
        world.always("items come in order") { $0.sent == $0.sent.sorted() }
      }
    }
  }

  private func lock(
    _ most: Int, seed: UInt64, _ describe: (inout SimulatedWorld<Lock.State, Int>) -> Void
  ) async -> (runs: Int, issues: [String]) {
    var runs = 0
    let issues = await IssueCollector.issues {
      runs = await simulate(Lock(), from: Lock.State(), runs: most, seed: seed) { world in
        world.send { _, draw in draw.int(in: 0...9) }
        world.always("stays closed") { !$0.isOpen }
        describe(&world)
      }.runs
    }
    return (runs, issues)
  }
}

// MARK: - Fixtures

private enum PostItemKey: DependencyKey {
  static let liveValue: @Sendable () async throws -> Void = {}
  static let testValue: @Sendable () async throws -> Void = {}
}

private struct Lost: Error {}

/// Posts its items one by one; one that fails goes to the end of the queue, and not to its front.
private struct Outbox: Reducer {
  struct State: Equatable {
    var queue: [Int] = []
    var sent: [Int] = []
    var last = 0
    var isPosting = false
    var filter = 0
  }

  enum Action: Sendable { case add, flush, sent(Int), failed(Int), filter(Int), clear }

  @Dependency(PostItemKey.self) var post

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .add:
      state.last += 1
      state.queue.append(state.last)
    case .flush:
      if state.isPosting || state.queue.isEmpty { return .none }
      state.isPosting = true
      let item = state.queue.removeFirst()
      return .run { send in
        try await post()
        await send(.sent(item))
      } catch: { _, send in
        await send(.failed(item))
      }
    case .sent(let item):
      state.isPosting = false
      state.sent.append(item)
    case .failed(let item):
      state.isPosting = false
      state.queue.append(item)
    case .filter(let filter): state.filter = filter
    case .clear: if state.queue.count > 3 { state.queue = [] }
    }
    return .none
  }
}

/// Moves the last ring of one tower to another, if that has no smaller one.
private struct Towers: Reducer {
  struct Action { let from, to: Int }

  func reduce(into state: inout [[Int]], action: Action) -> Effect<Action> {
    guard let ring = state[action.from].last, ring < state[action.to].last ?? 3 else {
      return .none
    }
    state[action.from].removeLast()
    state[action.to].append(ring)
    return .none
  }
}

/// Is off at first.
private struct Switch: Reducer {
  struct State: Equatable {
    var isOn = false
    var isTappedOff = false
  }

  enum Action: Sendable { case toggle, tap }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .toggle: state.isOn.toggle()
    case .tap: state.isTappedOff = !state.isOn
    }
    return .none
  }
}

/// Opens after five given digits in a row.
private struct Lock: Reducer {
  struct State: Equatable {
    var right = 0
    var isOpen = false
  }

  func reduce(into state: inout State, action: Int) -> Effect<Int> {
    let code = [3, 1, 4, 1, 5]
    state.right = action == code[state.right] ? state.right + 1 : 0
    if state.right == code.count { state = State(right: 0, isOpen: true) }
    return .none
  }
}
