import RatchetTesting

@MainActor @Suite("A clock that a test does not override")
struct MissingClockTests {
  @Test("is reported at the line that needs it, with what to do")
  func lines() async {
    let messages = Messages()
    let start = UInt(#line)
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { _, action in
        let effect = Effect<Int>.run { _ in }
        if action == 0 { return effect.debounce(id: 0, for: .zero) }
        return effect.throttle(id: 0, for: .zero, latest: true)
      }
    } withDependencies: {
      $0.log = messages.sink
    }
    store.send(0)
    store.send(1)
    await store.drain(within: .seconds(1))
    #expect(messages.all.map(\.line) == [4, 5, 12].map { start + $0 })
    #expect(messages.all.allSatisfy { $0.fileID == #fileID })
    #expect(
      messages.texts.first == #"""
        '\.continuousClock' has no test value: no override is in effect, and the key has no \#
        'testValue'.

        Its live value was used. To fix this, use a 'TestStore', which has its own clock, or \#
        override '$0.continuousClock' in the test store or with 'withDependencies'.
        """#)
  }
}
