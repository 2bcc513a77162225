import RatchetTesting

@MainActor @Suite("A test of a feature with a stack")
struct StackTestStoreTests {
  @Test("pushes, receives what a screen sends, and pops, with ids that it knows")
  func steps() async {
    let store = TestStore(initialState: Navigator.State()) { Navigator() }
    await store.send(.path(.push(.list))) {
      #expect($0.path.push(.list) == 0)
      $0.log = ["push, then 0"]
    }
    await store.send(.path(.element(id: 0, action: .list(.addLater)))) {
      $0.log.append("element 0 of 0")
    }
    await store.receive(.path(.element(id: 0, action: .list(.add(1))))) {
      $0.path[id: 0] = .list(Part.State(count: 1))
      $0.log.append("element 0 of 0")
    }
    await store.send(.path(.element(id: 0, action: .close))) { $0.log.append("element 0 of 0") }
    await store.receive(.path(.pop(from: 0))) {
      $0.path.pop(from: 0)
      $0.log.append("pop 0 of 0")
    }
    await store.finish()
  }

  @Test("reaches, under every schedule, no state in which a screen is popped and goes on")
  func schedules() async {
    let report = await exploreSchedules(.all(deviations: 2, limit: 500)) {
      let state = Navigator.State(path: [.list, .detail(1)])
      let store = TestStore(initialState: state) { Navigator(operation: work) }
      store.exhaustivity = .off
      await store.send(.path(.element(id: 0, action: .list(.operate))))
      await store.send(.path(.element(id: 1, action: .detail(.operate))))
      await store.send(.path(.element(id: 1, action: .close)))
      await store.finish()
      #expect(store.state.path.elements == [.list(Part.State(count: 2))])
      let pop = store.state.log.firstIndex { $0.hasPrefix("pop") }
      let afterwards = store.state.log.dropFirst((pop ?? 0) + 1)
      #expect(!afterwards.contains { $0.hasPrefix("element 1") })
    }
    #expect(report.count > 10)
  }

  @Test("pops at once two screens that dismiss themselves, in whatever order they do")
  func twoDismissals() async {
    let report = await exploreSchedules(.all(deviations: 2, limit: 500)) {
      let state = Navigator.State(path: [.list, .detail(1), .detail(2)])
      let store = TestStore(initialState: state) { Navigator(operation: close) }
      store.exhaustivity = .off
      await store.send(.path(.element(id: 1, action: .detail(.operate))))
      await store.send(.path(.element(id: 2, action: .detail(.operate))))
      await store.finish()
      #expect(store.state.path.ids == [0])
    }
    #expect(report.count > 1)
  }

  private let work: Part.Operation = { send in
    await Task.yield()
    await send(.add(1))
    await Task.yield()
    await send(.add(1))
  }

  private let close: Part.Operation = { _ in
    @Dependency(\.dismiss) var dismiss
    await Task.yield()
    await dismiss()
  }
}
