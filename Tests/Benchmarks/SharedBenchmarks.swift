import FoundationEssentials
import Ratchet

/// What shared state adds to an action, whether that changes it or not.
@MainActor
enum SharedBenchmarks {
  static var all: [Benchmark] {
    [
      Benchmark(
        "shared0", "a feature with ten children, nothing is shared", baseline: "reducer", bar: 150
      ) {
        let store = Store(initialState: DesksState()) { Desks() }
        return Sampling.ofSynchronous(count: 200_000) { store.send(.tap) }
      },
      Benchmark(
        "shared", "a change of a key with a kept field and ten readers", baseline: "reducer",
        bar: 2_000
      ) {
        let store = Store(initialState: DesksState()) {
          Desks().kept(\.theme, in: .theme)
        }
        return Sampling.ofSynchronous(count: 20_000) { store.send(.a(.enlarge)) }
      },
      Benchmark(
        "shared-idle", "the same store, an action that neither changes nor reads the key",
        baseline: "reducer"
      ) {
        let store = Store(initialState: DesksState()) {
          Desks().kept(\.theme, in: .theme)
        }
        return Sampling.ofSynchronous(count: 100_000) { store.send(.tap) }
      },
      Benchmark(
        "shared-read", "the same store, an action that reads the key once", baseline: "reducer"
      ) {
        let store = Store(initialState: DesksState()) {
          Desks().kept(\.theme, in: .theme)
        }
        return Sampling.ofSynchronous(count: 100_000) { store.send(.a(.read)) }
      },
      Benchmark("save", "a small value of a key is changed and saved in its file") {
        await save(count: 10)
      },
      Benchmark("save-100k", "the same of 100 kB") { await save(count: 100_000) },
    ]
  }

  private static func save(count: Int) async -> Sampling {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("ratchet-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let key = SharedKey(
      "text", default: String(repeating: "a", count: count), in: .file(file.path))
    let storage = SharedStorage.files { fatalError("\($0)") }
    var isEven = false
    return await Sampling.of(count: 20) {
      isEven.toggle()
      storage.change(key) { text in
        text.removeLast()
        text.append(isEven ? "b" : "c")
      }
      await storage.flush()
    }
  }
}

// MARK: - Fixtures

/// A value of some words, with a reference in it.
private struct Theme: Equatable, Sendable {
  var size = 1
  var width = 2
  var name = "a name that is longer than what fits into a string"
}

extension SharedKey where Value == Theme {
  fileprivate static var theme: Self { SharedKey("theme", default: Theme(), in: .memory) }
}

private struct Desk: Reducer {
  struct State {
    var n = 0
    var size = 0
  }

  enum Action { case tap, enlarge, read }

  @SharedReader(.theme) var theme

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .tap: state.n += 1
    case .enlarge: return .change(.theme) { $0.size += 1 }
    case .read: state.size = theme.size
    }
    return .none
  }
}

/// The state of a feature with ten children.
private struct DesksState {
  var n = 0
  var theme = Theme()
  var a = Desk.State(), b = Desk.State(), c = Desk.State(), d = Desk.State(), e = Desk.State()
  var f = Desk.State(), g = Desk.State(), h = Desk.State(), i = Desk.State(), j = Desk.State()
}

private enum DesksAction {
  case tap
  case a(Desk.Action), b(Desk.Action), c(Desk.Action), d(Desk.Action), e(Desk.Action)
  case f(Desk.Action), g(Desk.Action), h(Desk.Action), i(Desk.Action), j(Desk.Action)
}

/// A feature with ten children, each of which reads the theme and changes it where it is told to.
private struct Desks: Reducer {
  var body: some Reducer<DesksState, DesksAction> {
    Reduce { state, action in
      if case .tap = action { state.n += 1 }
      return .none
    }
    Scope(state: \DesksState.a, action: DesksAction.a) { Desk() }
    Scope(state: \DesksState.b, action: DesksAction.b) { Desk() }
    Scope(state: \DesksState.c, action: DesksAction.c) { Desk() }
    Scope(state: \DesksState.d, action: DesksAction.d) { Desk() }
    Scope(state: \DesksState.e, action: DesksAction.e) { Desk() }
    Scope(state: \DesksState.f, action: DesksAction.f) { Desk() }
    Scope(state: \DesksState.g, action: DesksAction.g) { Desk() }
    Scope(state: \DesksState.h, action: DesksAction.h) { Desk() }
    Scope(state: \DesksState.i, action: DesksAction.i) { Desk() }
    Scope(state: \DesksState.j, action: DesksAction.j) { Desk() }
  }
}
