import RatchetTesting

@testable import Ratchet

@MainActor @Suite("A change of a kept field")
struct KeptChangeTests {
  @Test(
    "is seen as changed by an operator around it, whoever changed it", arguments: [true, false])
  func onChange(isAnnounced: Bool) async {
    let store = TestStore(initialState: Dial.State()) {
      Dial(changed: isAnnounced ? .changed : nil).withChild().recording()
    }
    await store.send(.set(3)) { ($0.total, $0.seen) = (3, [3]) }
    await store.send(.add(2)) { ($0.total, $0.seen) = (5, [3, 5]) }
    await store.send(.child) { ($0.total, $0.seen) = (6, [3, 5, 6]) }
    if isAnnounced { await store.receive(.changed) { $0.announced = 1 } }
    store.dependencies.sharedStorage.change(.total) { $0 = 9 }
    if isAnnounced {
      await store.receive(.changed) { ($0.total, $0.announced, $0.seen) = (9, 2, [3, 5, 6, 9]) }
    } else {
      await store.settle()
      await store.send(.touch) { ($0.total, $0.touches, $0.seen) = (9, 1, [3, 5, 6, 9]) }
    }
  }

  @Test("is announced, if not seen as changed, to an operator inside of what changed it")
  func onChangeInside() async {
    let store = TestStore(initialState: Dial.State()) {
      Dial().recording().withChild()
    }
    await store.send(.child) { $0.total = 1 }
    await store.receive(.changed) { $0.announced = 1 }
    store.dependencies.sharedStorage.change(.total) { $0 = 9 }
    await store.receive(.changed) { ($0.total, $0.announced, $0.seen) = (9, 2, [9]) }
  }

  @Test("to a value that does not equal itself is reported once, and not stored")
  func unequal() async {
    let (storage, messages) = (SharedStorage(), Messages())
    let store = Store(initialState: Zoom.State()) {
      Zoom()
    } withDependencies: {
      $0.sharedStorage = storage
      $0.log = messages.sink
    }
    store.send(.set(.nan))
    store.send(.set(.nan))
    store.send(.look)
    #expect(storage.value(of: .zoom) == 1)
    #expect(messages.texts.count == 1)
    #expect(messages.texts.first?.contains("does not equal itself: nan") == true)
    store.send(.set(2))
    #expect(storage.value(of: .zoom) == 2)
    storage.change(.zoom) { $0 = 3 }
    await settled(store) { $0.scale == 3 }
    #expect(store.announced == 1)
  }
}

// MARK: - Fixtures

extension Reducer<Dial.State, Dial.Action> {
  /// Notes each change of the total that is seen.
  fileprivate func recording() -> some Reducer<State, Action> {
    onChange(of: \.total) { _, total in
      Reduce { state, _ in
        state.seen.append(total)
        return .none
      }
    }
  }

  /// With a child attached above, which changes the total by a returned change.
  fileprivate func withChild() -> some Reducer<State, Action> {
    around { state, action, base in
      let effect = base(&state, action)
      return action == .child ? .merge(effect, .change(.total) { $0 += 1 }) : effect
    }
  }
}

extension SharedKey where Value == Double {
  fileprivate static var zoom: Self { SharedKey("zoom", default: 1, in: .memory) }
}

private struct Zoom: Reducer {
  struct State {
    var scale = 1.0
    var announced = 0
  }

  enum Action { case set(Double), look, changed }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .set(let scale): state.scale = scale
      case .look: break
      case .changed: state.announced += 1
      }
      return .none
    }
    .kept(\.scale, in: .zoom, changed: .changed)
  }
}
