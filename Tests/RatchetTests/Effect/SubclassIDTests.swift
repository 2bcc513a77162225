import RatchetTesting

@MainActor
@Suite("A cancel id")
struct SubclassIDTests {
  @Test("of a subclass, given as its superclass, is found again")
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

// Sendable: it has no state.
private class Base: Hashable, @unchecked Sendable {
  static func == (a: Base, b: Base) -> Bool { a === b }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
// Sendable: it has no state.
private final class Derived: Base, @unchecked Sendable {}
