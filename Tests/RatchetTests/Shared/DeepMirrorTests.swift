import RatchetTesting

@MainActor @Suite("Mirrors of features that lie deep in one another")
struct DeepMirrorTests {
  @Test("are equal, whichever is changed", arguments: Doll.Way.allCases)
  func deep(way: Doll.Way) {
    let messages = Messages()
    let tower = Doll.State.tower(way.safeDepth, by: way, size: 1, bottom: { $0.size = 2 })
    let store = StoreOf<Doll>(.tower(way.safeDepth, by: way, size: 1), log: messages)
    store.change { $0 = tower }
    #expect(store.state.sizes(way) == Array(repeating: 2, count: way.safeDepth + 1))
    #expect(messages.texts == [])
  }

  @Test(
    "keep values of their own where they are too deep, which is reported",
    arguments: [Doll.Way.row, .inside])
  func tooDeep(way: Doll.Way) {
    let messages = Messages()
    let depth = way.unsafeDepth
    let store = StoreOf<Doll>(.tower(depth, by: way), log: messages)
    store.change { $0.size = 1 }
    let sizes = store.state.sizes(way)
    let shared = sizes.reduce(0, +)
    #expect(shared > way.safeDepth && shared < depth)
    #expect(sizes.prefix(shared).allSatisfy { $0 == 1 })
    #expect(messages.texts.first?.contains("its shared state is not shared") == true)
    // They are no longer too deep.
    store.change { $0.unpack(depth - way.safeDepth, way) }
    #expect(store.state.sizes(way) == Array(repeating: 1, count: way.safeDepth + 1))
    #expect(messages.texts.count == 2)
  }
}
