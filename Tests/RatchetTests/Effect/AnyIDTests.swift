import RatchetTesting

@Suite("An id of any type")
struct AnyIDTests {
  @Test("is equal to another of the same type and value, even where a cast would succeed")
  func equality() {
    #expect(AnyID(1) == AnyID(1))
    #expect(AnyID(Name.first).hashValue == AnyID(Name.first).hashValue)
    #expect(AnyID([1, 2]) == AnyID([1, 2]))
    #expect(AnyID(Name.first) != AnyID(Name.second))
    #expect(AnyID(1) != AnyID(1.0))
    #expect(AnyID(1) != AnyID(UInt8(1)))
    #expect(AnyID(1) != AnyID(Int?.some(1)))
    #expect(AnyID(Name.first) != AnyID(Other.first))
    #expect(AnyID(Int?.none) != AnyID(String?.none))
    #expect(AnyID([Int]()) != AnyID([String]()))
  }

  @Test("that does not equal itself is reported where an effect gets it, and leaves nothing behind")
  @MainActor func notANumber() async {
    let messages = Messages()
    let clock = TestClock()
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { _, action in
        let effect = Effect<Int>.run { _ in }
        return switch action {
        case 0: effect.cancellable(id: Double.nan, cancelInFlight: true)
        case 1: .cancel(id: Double.nan)
        case 2: effect.debounce(id: Double.nan, for: .seconds(1), clock: clock)
        default: effect.throttle(id: Double.nan, for: .seconds(1), latest: true, clock: clock)
        }
      }
    } withDependencies: {
      $0.log = messages.sink
    }
    for action in 0..<4 { store.send(action) }
    clock.advance(by: .seconds(1))
    await store.finish()
    #expect(store.inFlight.isEmpty)
    #expect(store.statistics.effectsStarted == store.statistics.effectsFinished)
    let text = """
      An id does not equal itself: the 'Double' nan

      No effect with this id can be cancelled or replaced. To fix this, do not use NaN, or any \
      value that does not equal itself, as an id.
      """
    #expect(messages.texts == Array(repeating: text, count: 4))
  }

  @Test("of a subclass, given as its superclass, is found again") @MainActor
  func subclassID() {
    let id: Base = Derived()
    #expect(AnyID(id) == AnyID(id))
    let store = ScriptStore([
      "begin": .run { _ in await untilCancelled() }.cancellable(id: id), "stop": .cancel(id: id),
    ])
    store.send("begin")
    store.send("stop")
    #expect(store.inFlight.isEmpty)
  }
}

// MARK: - Fixtures

private enum Name { case first, second }
private enum Other { case first }

// Sendable: it has no state.
private class Base: Hashable, @unchecked Sendable {
  static func == (a: Base, b: Base) -> Bool { a === b }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
// Sendable: it has no state.
private final class Derived: Base, @unchecked Sendable {}
