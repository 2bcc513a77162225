import RatchetTesting

@MainActor @Suite("A child's subscription")
struct ChildSubscriptionTests {
  @Test("runs while the child is present, and is of its feature", arguments: Place.all)
  func present(place: Place) {
    let store = Store(initialState: House.State()) { House() }
    #expect(store.live == [])
    store.send(.change { place.add(&$0) })
    store.send(.change { _ in })
    #expect(store.live == [place.path])
    #expect(store.subscriptions.count == 1)
    store.send(.change { place.remove(&$0) })
    #expect(store.isClean)
  }

  @Test("starts with the store, if the initial state has the child", arguments: Place.all)
  func initial(place: Place) {
    var state = House.State()
    place.add(&state)
    let store = Store(initialState: state) { House() }
    #expect(store.live == [place.path])
  }

  @Test("is left alone if the child leaves and comes back in one action", arguments: Place.all)
  func readded(place: Place) {
    let store = Store(initialState: House.State()) { House() }
    store.send(.change { place.add(&$0) })
    store.send(
      .change {
        let before = $0
        place.remove(&$0)
        $0 = before
      })
    #expect(store.live == [place.path])
    #expect(store.statistics.effectsStarted == 1)
  }

  @Test("starts anew if the child leaves and comes back in two", arguments: Place.all)
  func readdedLater(place: Place) {
    let store = Store(initialState: House.State()) { House() }
    store.send(.change { place.add(&$0) })
    store.send(.change { place.remove(&$0) })
    store.send(.change { place.add(&$0) })
    #expect(store.live == [place.path])
    #expect(store.statistics.effectsStarted == 2)
  }

  @Test("sends actions of the child", arguments: Place.all)
  func actions(place: Place) {
    let store = Store(initialState: House.State()) {
      House { send in
        await send(.heard)
        await untilCancelled()
      }
    }
    store.send(.change { place.add(&$0) })
    #expect(store.state.heard == 1)
    #expect(store.live == [place.path])
  }

  @Test("ends when another child takes its place")
  func identity() {
    let store = Store(initialState: House.State(guest: Guest.State(id: 1, isOn: true))) { House() }
    store.send(.change { $0.guest = Guest.State(id: 1, heard: 3, isOn: true) })
    #expect(store.live == ["guest[1]: on"])
    #expect(store.statistics.effectsStarted == 1)
    store.send(.change { $0.guest = Guest.State(id: 2, isOn: true) })
    #expect(store.live == ["guest[2]: on"])
    #expect(store.statistics.effectsStarted == 2)
    store.send(.change { $0.guest = Guest.State(id: 3) })
    #expect(store.isClean)
  }

  @Test("of a row is left alone when rows are moved, sorted, and changed")
  func rows() {
    let store = Store(initialState: House.State()) { House() }
    store.send(.change { $0.rows = [.on(1), .on(2), .on(3)] })
    let moves: [@Sendable (inout House.State) -> Void] = [
      { $0.rows.reverse() },
      { $0.rows.move(fromOffsets: [0], toOffset: 3) },
      { $0.rows.insert(.on(4), at: 0) },
      { $0.rows.append(.on(5)) },
      { $0.rows[id: 2]?.heard = 7 },
      { $0.rows = IdentifiedArray(Array($0.rows.reversed())) },
    ]
    for move in moves { store.send(.change(move)) }
    #expect(store.statistics.effectsStarted == 5)
    #expect(store.statistics.effectsCancelled == 0)
    store.send(.change { $0.rows[id: 2]?.isOn = false })
    store.send(.change { $0.rows.remove(id: 3) })
    #expect(Set(store.live) == ["rows[1]: on", "rows[4]: on", "rows[5]: on"])
    store.send(.row(id: 4, .toggle))
    store.send(.row(id: 2, .toggle))
    #expect(Set(store.live) == ["rows[1]: on", "rows[2]: on", "rows[5]: on"])
    store.send(.change { $0.rows.removeAll() })
    #expect(store.isClean)
  }

  @Test("may dismiss the feature in which it is presented")
  func dismiss() async {
    let store = Store(initialState: House.State()) {
      House { _ in
        @Dependency(\.dismiss) var dismiss
        await dismiss()
      }
    }
    store.send(.change { $0.sheet = Guest.State(id: 1, isOn: true) })
    await store.finish()
    #expect(store.sheet == nil)
    #expect(store.isClean)
  }

  @Test("of a screen ends when that is popped")
  func screens() {
    let store = Store(initialState: House.State()) {
      House { send in
        await send(.heard)
        await untilCancelled()
      }
    }
    store.send(.path(.push(.on(1))))
    store.send(.change { $0.path.push(.on(2)) })
    store.send(.path(.push(.on(3))))
    #expect(store.live == ["path[0]: on", "path[1]: on", "path[2]: on"])
    #expect(store.path.map(\.heard) == [1, 1, 1])
    store.send(.path(.pop(from: store.path.ids[1])))
    #expect(store.live == ["path[0]: on"])
    store.send(.change { $0.path.show([$0.path[0], .on(4)]) })
    #expect(store.statistics.effectsStarted == 4)
  }

  @Test("dismisses the screen that it belongs to")
  func dismissedScreen() async {
    let store = Store(initialState: House.State(path: [.on(1)])) {
      House { _ in
        @Dependency(\.dismiss) var dismiss
        await dismiss()
      }
    }
    await store.finish()
    #expect(store.path.isEmpty)
    #expect(store.isClean)
  }

  @Test("is cancelled by its parent, which reaches the cancel ids in it")
  func cancelledByParent() {
    let store = Store(initialState: House.State()) { House() }
    store.send(.change { $0.rows = [.on(1)] })
    store.send(.cancel("own"))
    store.send(.change { _ in })
    #expect(store.isClean)
    #expect(store.rows[id: 1]?.isOn == true)
  }

  @Test("starts before that of its parent")
  func order() {
    let store = Store(initialState: House.State()) { House() }
    store.send(
      .change {
        for place in Place.all { place.add(&$0) }
        $0.isOn = true
      })
    #expect(
      store.live == [
        "hall: on", "kitchen.second[1]: on", "rows[1]: on", "sheet[1]: on", "guest[1]: on",
        ": house",
      ])
  }
}
