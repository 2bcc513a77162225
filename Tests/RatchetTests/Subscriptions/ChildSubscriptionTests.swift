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
    #expect(store.inFlight.filter(\.isSubscription).count == 1)
    store.send(.change { place.remove(&$0) })
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

  @Test("is cancelled by its parent, which reaches the cancel ids in it")
  func cancelledByParent() {
    let store = Store(initialState: House.State()) { House() }
    store.send(.change { $0.rows = [.on(1)] })
    store.send(.cancel("own"))
    store.send(.change { _ in })
    #expect(store.isClean)
    #expect(store.rows[id: 1]?.isOn == true)
  }
}
