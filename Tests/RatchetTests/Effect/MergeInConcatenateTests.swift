import RatchetTesting

@MainActor
@Suite("A merge in a concatenation")
struct MergeInConcatenateTests {
  @Test("ends as a whole before the next part begins, also when it cancels its own effects")
  func concatenateOrder() async {
    let store = ScriptStore([
      "begin": .concatenate(
        .merge(
          .run { await $0("never") }.cancellable(id: 1), .cancel(id: 1),
          .run { await $0("first") }),
        .send("second"))
    ])
    store.send("begin")
    await store.finish()
    #expect(store.state == ["begin", "first", "second"])
  }

  @Test("keeps its last effect when that cancels the one before")
  func concatenateLost() async {
    let store = ScriptStore([
      "begin": .concatenate(
        .send("first"),
        .merge(
          .run { await $0("old") }.cancellable(id: 1, cancelInFlight: true),
          .run { await $0("new") }.cancellable(id: 1, cancelInFlight: true)))
    ])
    store.send("begin")
    await store.finish()
    #expect(store.state == ["begin", "first", "new"])
  }

  @Test("goes on after an inner concatenation of cancels")
  func concatenateCancels() async {
    let store = ScriptStore([
      "begin": .concatenate(
        .merge(.concatenate(.cancel(id: 1), .cancel(id: 2)), .send("first")), .send("second"))
    ])
    store.send("begin")
    await store.finish()
    #expect(store.state == ["begin", "first", "second"])
  }
}
