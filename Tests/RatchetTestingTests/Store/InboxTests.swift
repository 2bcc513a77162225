import RatchetTesting
import TestSupport

@MainActor @Suite("What effects send")
struct InboxTests {
  @Test("waits until the test receives it, and so does the effect")
  func parks() async {
    let notes = Locked<[String]>([])
    let store = TestStore(initialState: Script.State()) { Script(notes: notes) }
    await store.send(.run([.send("a"), .note("after a"), .send("b")]))
    #expect(store.state.log == [])
    #expect(notes.withLock { $0 } == [])
    await store.receive(.got("a")) { $0.log = ["a"] }
    #expect(notes.withLock { $0 } == ["after a"])
    await store.receive(.got("b")) { $0.log = ["a", "b"] }
  }

  @Test("may be received in any order, or dropped, however much there is")
  func manyInAnyOrder() async {
    let store = TestStore(initialState: Script.State()) { Script() }
    for number in 0..<50 {
      await store.send(
        .mergeWithoutID([.sleep(1), .send("a\(number)")], [.sleep(1), .send("b\(number)")]))
      await store.send(.merge([.sleep(1), .send("c\(number)")], [.sleep(1), .send("d\(number)")]))
    }
    await store.advance(by: .seconds(1))
    var random = SeededRandom(1)
    var parked = (0..<50).flatMap { ["a\($0)", "b\($0)", "c\($0)", "d\($0)"] }
      .shuffled(using: &random)
    #expect(store.parkedCount == parked.count)
    while let text = parked.popLast() {
      if parked.count == 100 {
        await store.send(.cancel)
        parked.removeAll { "cd".contains($0.prefix(1)) }
        if "cd".contains(text.prefix(1)) { continue }
      }
      await store.receive(.got(text)) { $0.log.append(text) }
      #expect(store.parkedCount == parked.count)
    }
    await store.finish()
  }

  @Test("comes in the order of a store, if it was sent while effects started")
  func startOrder() async {
    let store = TestStore(initialState: Script.State()) { Script() }
    await store.send(.merge([.send("a1"), .send("a2")], [.send("b1")]))
    await store.receive(.got("a1")) { $0.log = ["a1"] }
    await store.receive(.got("a2")) { $0.log = ["a1", "a2"] }
    await store.receive(.got("b1")) { $0.log = ["a1", "a2", "b1"] }

    let plain = Store(initialState: Script.State()) { Script() }
    plain.send(.merge([.send("a1"), .send("a2")], [.send("b1")]))
    #expect(plain.log == store.state.log)
  }

  @Test("cannot be received before what a store reduces first")
  func startOrderViolated() async {
    let issues = await failures { store in
      await store.send(.merge([.send("a")], [.send("b")]))
      await store.receive(.got("b")) { $0.log = ["b"] }
      await store.receive(.got("a")) { $0.log = ["a"] }
      await store.receive(.got("b")) { $0.log = ["a", "b"] }
    }
    #expect(issues.count == 1)
  }

  @Test("is dropped when its effect is cancelled, and the operation goes on to its end")
  func cancelled() async {
    let notes = Locked<[String]>([])
    let store = TestStore(initialState: Script.State()) { Script(notes: notes) }
    await store.send(.run([.send("a"), .send("b"), .note("end")]))
    #expect(notes.withLock { $0 } == [])
    await store.send(.cancel)
    #expect(store.inFlight.isEmpty)
    #expect(notes.withLock { $0 } == ["end"])
    await store.finish()
  }

  @Test("lets pending time pass when it is dropped")
  func pendingTime() async {
    let store = TestStore(initialState: Script.State()) { Script() }
    await store.send(.run([.sleep(1), .send("dropped")]))
    await store.send(.mergeWithoutID([.sleep(2), .send("kept")], []))
    await store.advance(by: .seconds(3))
    await store.send(.cancel)
    await store.receive(.got("kept")) { $0.log = ["kept"] }
    await store.finish()
  }

  @Test("starts the effects that waited for it, when it is dropped")
  func stalledEffectsStart() async {
    let store = TestStore(initialState: Script.State()) { Script() }
    await store.send(.mergeWithoutID([.send("a")], [.send("b")]))
    let first = await store.send(.run([.send("c")]))
    await first.cancel()
    await store.receive(.got("a")) { $0.log = ["a"] }
    await store.receive(.got("b")) { $0.log = ["a", "b"] }
  }
}
