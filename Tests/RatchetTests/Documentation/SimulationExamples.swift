import RatchetTesting

private struct Todos: Reducer {
  struct State: Equatable {
    struct Row: Equatable, Identifiable {
      let id: Int
    }

    var query = ""
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
    var isSaved = true
  }

  enum Action: Sendable {
    case queryChanged(String)
    case remove(Int)
    case saved
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .queryChanged(let query): state.query = query
    case .remove(let id):
      state.rows[id: id] = nil
      state.isSaved = false
      return .run { send in
        @Dependency(API.self) var api
        try await api.save("rows")
        await send(.saved)
      } catch: { _, send in
        await send(.remove(id))
      }
    case .saved: state.isSaved = true
    }
    return .none
  }
}

private struct Timeout: Error {}

private struct API: Sendable, DependencyKey {
  var save: @Sendable (String) async throws -> Void

  static let liveValue = API { _ in }
  static let testValue = API { _ in }
}

@MainActor
@Suite("The example of a simulation")
struct SimulationExampleTests {
  @Test("holds")
  func simulation() async {
    await simulate(Todos(), from: Todos.State(), runs: 500) { world in
      world.send(weight: 3) { _, draw in .queryChanged(draw.text()) }
      world.send { state, draw in draw.element(of: state.rows).map { .remove($0.id) } }
      world.advance(upTo: .seconds(2))
      world.always("ids are unique") { Set($0.rows.map(\.id)).count == $0.rows.count }
      world.eventually("all is saved") { $0.isSaved }
    }
  }

  @Test("holds with faults, which stop at last")
  func faults() async {
    await simulate(Todos(), from: Todos.State(), runs: 10) { world in
      world.send { state, draw in draw.element(of: state.rows).map { .remove($0.id) } }
      world.dependencies { values, draw in
        values[API.self].save = { _ in if draw.chance(0.2, of: "save fails") { throw Timeout() } }
      }
      world.eventually("all is saved") { $0.isSaved }
    }
  }

  @Test("goes toward a target")
  func target() async {
    await simulate(Lock(), from: Lock.State(), runs: 10) { world in
      world.send { _, draw in draw.int(in: 0...9) }
      world.target { $0.rightDigits }
      world.always("is closed after a wrong digit") { $0.rightDigits < 5 }
    }
  }

  @Test("is a test with given faults")
  func printedFaults() {
    let draw = Draw(faults: ["save fails": [2]])
    #expect((1...3).map { _ in draw.chance(0.2, of: "save fails") } == [false, true, false])
  }
}

private struct Lock: Reducer {
  struct State: Equatable {
    var rightDigits = 0
  }

  func reduce(into state: inout State, action: Int) -> Effect<Int> {
    state.rightDigits = action == state.rightDigits ? (state.rightDigits + 1) % 5 : 0
    return .none
  }
}
