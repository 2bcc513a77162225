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
    gate.open()
    clock.move(to: .seconds(1))
    clock.wake()
    await store.finish()
    #expect(begun.value.sorted() == ["after", "after", "row"] + (isRemoved ? [] : ["row"]))
    #expect(store.isAtRest)
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
