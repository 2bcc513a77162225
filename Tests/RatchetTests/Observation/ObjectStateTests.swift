import RatchetTesting
import Testing

@Suite("An object in the state that is changed in place") @MainActor
struct ObjectStateTests {
  @Test("counts as changed if it cannot be compared", arguments: ObjectHolder.allCases)
  func opaque(_ holder: ObjectHolder) {
    let store = makeStore()
    let observer = Observer { holder.child(in: store)?.opaque.number ?? -1 }
    store.send(.changeObjects)
    store.send(.changeObjects)
    #expect(observer.seen == [0, 1, 2])
  }

  @Test("has not changed if it is equal to itself", arguments: ObjectHolder.allCases)
  func comparable(_ holder: ObjectHolder) {
    let store = makeStore()
    let observer = Observer { holder.child(in: store)?.comparable.number ?? -1 }
    store.send(.changeObjects)
    #expect(observer.changes == 0)
    store.send(.replaceObjects)
    #expect(observer.seen == [0, 5])
  }

  private func makeStore() -> StoreOf<Objects> {
    StoreOf<Objects>(initialState: Objects.State()) { Objects() }
  }
}

// MARK: - Fixtures

/// Where in the state of ``Objects`` the child is.
enum ObjectHolder: String, CaseIterable, Sendable {
  case computed, part, optional, enumCase, row

  @MainActor fileprivate func child(
    in store: StoreOf<Objects>
  ) -> Store<Objects.Child, Objects.Action>? {
    switch self {
    case .computed: store.scope(state: \.computed, action: { $0 })
    case .part: store.scope(state: \.part, action: { $0 })
    case .optional: store.scope(state: \.optional, action: { $0 })
    case .enumCase:
      store.scope(state: \.page, action: { $0 })
        .scope(state: Objects.Page.first, action: { $0 })
    case .row: store.scope(state: \.rows, action: { $1 })[0]
    }
  }
}

private final class OpaqueObject { var number = 0 }

private final class EquatableObject: Equatable {
  var number: Int

  init(_ number: Int) { self.number = number }

  static func == (one: EquatableObject, other: EquatableObject) -> Bool {
    one.number == other.number
  }
}

private struct Objects: Reducer {
  struct Child: Identifiable {
    let id = 1
    let opaque = OpaqueObject()
    var comparable = EquatableObject(0)
  }

  enum Page { case none, first(Child) }

  struct State {
    var computed: Child { part }
    var part = Child()
    var optional: Child? = Child()
    var page = Page.first(Child())
    var rows: IdentifiedArrayOf<Child> = [Child()]
  }

  enum Action: Sendable { case changeObjects, replaceObjects }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .changeObjects:
      state.children.forEach { child in
        child.opaque.number += 1
        child.comparable.number += 1
      }
    case .replaceObjects:
      var child = Child()
      child.comparable = EquatableObject(5)
      state = State(
        part: child, optional: child, page: .first(child), rows: [child])
    }
    return .none
  }
}

extension Objects.State {
  fileprivate var children: [Objects.Child] {
    let first: Objects.Child? = if case .first(let child) = page { child } else { nil }
    return [part, optional, first, rows.first].compactMap { $0 }
  }
}
