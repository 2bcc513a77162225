import RatchetTesting

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
