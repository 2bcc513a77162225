import Foundation
import RatchetTesting
import TestSupport

@testable import RatchetDependencies
@testable import RatchetRecording

@MainActor
@Suite("A history of a store")
struct StoreHistoryTests {
  @Test("goes to any step, back and forward, and not beyond either end", arguments: [1, 3, 100])
  func steps(_ interval: Int) {
    let history = StoreHistory(of: Dicing(), every: interval)
    let store = dicing(history)
    var states = [store.state]
    for action in Self.actions {
      store.send(action)
      states.append(store.state)
    }
    #expect(history.step == Self.actions.count)
    for step in [3, 0, 7, 2, 7, 1] {
      history.seek(to: step)
      #expect(history.state == states[step])
      #expect(history.action == (step == 0 ? nil : Self.actions[step - 1]))
    }
    history.back()
    #expect(history.step == 0)
    history.back()
    #expect(history.step == 0)
    history.forward()
    #expect(history.state == states[1])
    history.seek(to: 100)
    #expect(history.state == store.state)
    history.forward()
    #expect(history.step == Self.actions.count)
  }

  @Test("stays at the step that is looked at while the store goes on, or follows its last")
  func following() {
    let history = StoreHistory(of: Dicing())
    let store = dicing(history)
    store.send(.add(1))
    #expect(history.state.sum == 1)
    history.back()
    store.send(.add(1))
    #expect(history.step == 0)
    #expect(history.steps == 0...2)
    history.seek(to: 2)
    store.send(.add(1))
    #expect(history.state.sum == 3)
  }

  @Test(
    "forgets the first steps of more than its limit, and keeps one state for many",
    .deep(1_000, small: 300))
  func bounded() {
    let history = StoreHistory(of: Dicing(), every: 10, limit: 100)
    let store = dicing(history)
    for _ in 0..<Deep.size { store.send(.add(1)) }
    #expect(history.steps.count <= 112)
    #expect(history.steps.count > 100)
    #expect(history.steps.upperBound == Deep.size)
    for step in history.steps {
      history.seek(to: step)
      #expect(history.state.sum == step)
    }
    history.seek(to: 0)
    #expect(history.step == history.steps.lowerBound)
  }

  @Test("goes on with a store that begins at an earlier step, and forgets the steps after it")
  func goingOn() {
    let history = StoreHistory(of: Dicing(), every: 3)
    let store = dicing(history)
    for action in Self.actions { store.send(action) }
    history.seek(to: 4)
    let fourth = history.state
    let other = dicing(history, fourth)
    #expect(history.steps == 0...4)
    other.send(.add(100))
    #expect(history.steps == 0...5)
    #expect(history.state.sum == fourth.sum + 100)
    history.seek(to: 2)
    #expect(history.state.ids.count == 1)
    history.seek(to: 4)
    #expect(history.state == fourth)
  }

  @Test("is made of what can be replayed of a recording, if it is lenient, and says what is wrong")
  func lenient() async throws {
    let file = try await RecordedFile.recorded([.identify, .add(1), .add(2)])
    let cut = try RecordedFile(String(file.lines.dropLast().joined(separator: "\n").dropLast(5)))
    #expect(throws: RecordingError.self) { try StoreHistory(of: cut.recording, Dicing()) }
    let history = try StoreHistory(of: cut.recording, Dicing(), lenient: true)
    #expect(history.problem == RecordingError(.damaged, line: 4, "the line is truncated"))
    #expect(history.steps == 0...2)
    let other = try StoreHistory(of: file.recording, Dicing(factor: 2), lenient: true)
    #expect(other.problem?.code == .differs)
    #expect(other.problem?.line == 3)
    other.seek(to: 100)
    #expect(other.step == 2)
    #expect(other.action == .add(1))
    #expect(other.state.sum == 2)
    #expect(try StoreHistory(of: file.recording, Dicing(), lenient: true).problem == nil)
  }

  @Test("says once which step comes out otherwise, if the reducer is not pure")
  func impure() {
    let messages = Messages()
    let history = StoreHistory(of: Impure())
    let store = Store(initialState: Impure.State(), observers: [history]) {
      Impure()
    } withDependencies: {
      $0.log = messages.sink
    }
    for action in [1, 0, 2] { store.send(action) }
    #expect(history.state.sum == 3)
    #expect(history.problem == nil)
    Impure.global.withLock { $0 = 5 }
    for _ in 1...2 { #expect(history.state.sum == 23) }
    let text = """
      Step 2, 0, did not replay to the same state in a 'StoreHistory'.

      The reducer depends on something other than a dependency, such as 'Date()' or a global \
      variable. To fix this, use '\\.date', '\\.uuid', '\\.randomNumberGenerator', or a \
      'RecordableSource'.
      """
    #expect(history.problem == RecordingError(.differs, text))
    #expect(messages.texts == [text])
  }

  private static let actions: [Dicing.Action] = [
    .add(1), .identify, .roll, .rollLoaded, .identify, .roll, .add(-7),
  ]

  private func dicing(
    _ history: StoreHistory<Dicing.State, Dicing.Action>, _ state: Dicing.State = Dicing.State()
  ) -> StoreOf<Dicing> {
    Store(initialState: state, observers: [history]) {
      Dicing()
    } withDependencies: {
      $0.context = .live
    }
  }
}

// MARK: - Fixtures

/// Depends on a global variable.
private struct Impure: Reducer {
  struct State: Codable, Sendable { var sum = 0 }

  static let global = Locked(0)

  func reduce(into state: inout State, action: Int) -> Effect<Int> {
    state.sum += action + (action == 1 ? 0 : Self.global.withLock { $0 } * (action + 1))
    return .none
  }
}
