import RatchetTesting
import TestSupport
import Testing

@MainActor @Suite("A test store of a feature that changes a shared value which it does not keep")
struct ReceiveChangeTests {
  @Test("receives several of one key in their order")
  func several() async {
    let store = TestStore(initialState: 0) { Label() }
    await store.send(.resize([1, 2]))
    await store.receive(change: .theme) { $0.size = 13 }
    await store.receive(change: .theme) { $0.size += 2 }
  }

  @Test("receives what an effect of a sequence changes later, and a change that is delayed")
  func later() async {
    let store = TestStore(initialState: 0) { Label() }
    await store.send(.later)
    await store.receive(change: .theme) { $0.size = 30 }
    await store.advance(by: .seconds(1))
    await store.receive(change: .theme) { $0.size = 31 }
  }

  @Test("need not receive one that changes nothing")
  func unchanged() async {
    let store = TestStore(initialState: 0) { Label() }
    await store.send(.resize([0]))
    await store.finish()
  }

  @Test("fails with a difference and the line of the change if it is another one")
  func different() async throws {
    let store = TestStore(initialState: 0) { Label() }
    await store.send(.resize([1]))
    try await expectIssues {
      await store.receive(change: .theme) { $0.size = 14 }
    } matching: { issue in
      issue.description.contains(#"The change of the shared key "theme" at"#)
        && issue.description.contains("ReceiveChangeTests.swift:")
        && issue.description.contains("- Theme(size: 14)")
        && issue.description.contains("+ Theme(size: 13)")
    }
  }

  @Test("fails if none was made")
  func none() async throws {
    let store = TestStore(initialState: 0) { Label() }
    try await expectIssues {
      await store.receive(change: .theme) { $0.size = 14 }
    } matching: { issue in
      issue.description.contains(
        #"to receive a change of the shared key "theme", but none was made"#)
    }
  }

  @Test("lists of a long value only what has changed in it")
  func long() async {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: 0) {
        Reduce<Int, Int> { _, action in .change(.numbers) { $0.append(action) } }
      }
      await store.send(30)
      await store.finish()
    }
    #expect(issues.first?.contains(": numbers.append(30)\n") == true)
  }

  @Test("lists at the end what was not received, unless exhaustivity is off")
  func forgotten() async throws {
    try await expectIssues {
      let store = TestStore(initialState: 0) { Label() }
      await store.send(.resize([1]))
      await store.finish()
    } matching: { issue in
      issue.description.contains("Changes of shared values were not received:")
        && issue.description.contains("'await store.receive(change: .theme) { ... }'")
    }
    let store = TestStore(initialState: 0) { Label() }
    store.exhaustivity = .off
    await store.send(.resize([1]))
    await store.finish()
  }

  @Test("has nothing to receive where a field of the store keeps the key")
  func kept() async {
    let store = TestStore(initialState: Theme(size: 3)) { Keeping() }
    await store.send(.resize([1, 2])) { $0.size = 6 }
  }

  @Test("begins each run of an exploration and of a simulation with the values of the test")
  func runs() async {
    withShared(.theme, Theme(size: 1))
    await exploreSchedules(20) {
      let store = TestStore(initialState: 0) { Label() }
      await store.send(.resize([1]))
      await store.receive(change: .theme) { $0.size = 2 }
    }
    await simulate(Keeping(), from: Theme(size: 1), runs: 20) { world in
      world.send { _, draw in .resize([draw.int(in: 1...3)]) }
      world.always("never falls below what the test has set") { $0.size >= 1 }
    }
    @SharedReader(.theme) var theme
    #expect(theme.size == 1)
  }
}

// MARK: - Fixtures

extension SharedKey where Value == [Int] {
  fileprivate static var numbers: Self {
    SharedKey("numbers", default: Array(0..<30), in: .memory)
  }
}

private struct Theme: Equatable, Sendable {
  var size = 12
}

extension SharedKey where Value == Theme {
  fileprivate static var theme: Self { SharedKey("theme", default: Theme(), in: .memory) }
}

private struct Label: Reducer {
  enum Action: Equatable { case resize([Int]), later }

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .resize(let steps): .merge(steps.map { step in .change(.theme) { $0.size += step } })
    case .later:
      .merge(
        .concatenate(.run { _ in await Task.yield() }, .change(.theme) { $0.size = 30 }),
        .change(.theme) { $0.size += 1 }.debounce(id: 1, for: .seconds(1)))
    }
  }
}

private struct Keeping: Reducer {
  var body: some Reducer<Theme, Label.Action> {
    Reduce { _, action in
      var number = 0
      return Label().reduce(into: &number, action: action)
    }
    .kept(\.self, in: .theme)
  }
}
