import RatchetTesting

/// A reducer that calls its base by hand may put what the base's children return behind something
/// else.
@MainActor @Suite("A child's effect that begins later, as a part of its parent's")
struct LaterPartTests {
  @Test(
    "never begins if the child has been removed meanwhile; the rest goes on",
    arguments: Way.allCases, [true, false])
  func removed(way: Way, isRemoved: Bool) async {
    let begun = Box<[String]>([])
    let clock = ManualClock()
    let gate = Signal()
    let store = Store(initialState: Family.State.full) {
      Later(way: way, clock: clock, gate: gate, begun: begun)
    }
    store.send(.row(id: 1, action: .operate))
    store.send(.row(id: 2, action: .operate))
    if way == .debounced { await clock.untilAsleep(2) }
    store.change { if isRemoved { $0.rows.remove(id: 1) } else { $0.rows.reverse() } }
    // In the first way, those of the parent wait for the gate, and so do the parts after them.
    if isRemoved { #expect(store.inFlight.count == (way == .concatenated ? 5 : 2)) }
    gate.open()
    clock.move(to: .seconds(1))
    clock.wake()
    await store.finish()
    #expect(begun.value.sorted() == ["after", "after", "row"] + (isRemoved ? [] : ["row"]))
    #expect(store.isAtRest)
  }

  @Test("is cancelled by its own id while it waits for its turn, or is debounced")
  func cancelled() async {
    let store = TestStore(initialState: [String]()) {
      Script(effects: [
        "begin": .concatenate(
          .run { _ in try await DependencyValues.current.continuousClock.sleep(for: .seconds(1)) },
          .send("part").debounce(id: 1, for: .seconds(1)), .send("end")),
        "delay": .merge(.send("a").cancellable(id: "a"), .send("b").cancellable(id: "b"))
          .debounce(id: 2, for: .seconds(1)),
        "one": .send("c").cancellable(id: "c").debounce(id: 3, for: .seconds(1)),
        "stop": .merge(.cancel(id: 1), .cancel(id: "b"), .cancel(id: "c")),
      ])
    }
    store.exhaustivity = .off
    for action in ["begin", "delay", "one", "stop"] { await store.send(action) }
    await store.advance(by: .zero)
    #expect(store.inFlight.map(\.name) == [nil, nil, "debounce"])
    await store.advance(by: .seconds(1))
    await store.finish()
    store.expect { $0 = ["begin", "delay", "one", "stop", "end", "a"] }
  }

  @Test("is not taken for that of another child that has taken its place")
  func replaced() async {
    let gate = Signal()
    let begun = Box<[String]>([])
    let clock = ManualClock()
    let store = Store(initialState: Family.State.full) {
      Later(way: .concatenated, clock: clock, gate: gate, begun: begun)
    }
    store.send(.row(id: 1, action: .operate))
    let row = store.rows[id: 1]
    store.change { $0.rows.remove(id: 1) }
    store.change { if let row { $0.rows.append(row) } }
    gate.open()
    await store.finish()
    #expect(begun.value == ["after"])
  }

  // MARK: - Fixtures

  enum Way: CaseIterable, Sendable { case concatenated, debounced }

  private struct Later: Reducer {
    let way: Way
    let clock: ManualClock
    let gate: Signal
    let begun: Box<[String]>

    func reduce(into state: inout Family.State, action: Family.Action) -> Effect<Family.Action> {
      let family = Family(operation: { [begun] _ in begun.value.append("row") })
      let effect = family.reduce(into: &state, action: action)
      guard case .row(let id, _) = action else { return effect }
      let after = Effect<Family.Action>.run { [begun] _ in begun.value.append("after") }
      switch way {
      case .concatenated:
        return .concatenate(.run { [gate] _ in await gate.wait() }, effect, after)
      case .debounced:
        return .concatenate(effect.debounce(id: id, for: .seconds(1), clock: clock), after)
      }
    }
  }
}
