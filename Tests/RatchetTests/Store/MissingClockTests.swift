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
        No test value: \.continuousClock was read in a test, which does not override it, and has no \#
        testValue. Its live value was used. Use a TestStore, which has a clock of its own, or \#
        override '$0.continuousClock', in the test store or with withDependencies.
        """#)
  }
}
