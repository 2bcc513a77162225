@Test @MainActor func cancelsAreCounted() {
  let cancels = Cancels()
  let store = Store(initialState: Upload.State(), observers: [cancels]) { Upload() }
  store.send(.startTapped)
  store.send(.stopTapped)
  #expect(cancels.count == ["upload": 1])
}

@Test @MainActor func storeExplainsItself() {
  let clock = TestClock()
  let store = withDependencies {
    $0.continuousClock = clock
  } operation: {
    explained()
  }
  store.send(.startTapped)
  clock.advance(by: .milliseconds(1_500))
  let text = store.explain().replacing(#/\([^)]*\)/#, with: "(App/Upload.swift:12)")
  #expect(
    text == """
      1 effect in flight
      effect 1 "upload" (App/Upload.swift:12)
        cancellable by CancelID.upload
        for 1.5 s
        started by startTapped
      """)
}

@Test @MainActor func actionsAndCancelsAreAudited() {
  // The end of the store, which may come before or after the function's own, follows.
  #expect(
    audit().prefix(3) == [
      "startTapped from a caller", "stopTapped from a caller",
      "upload was cancelled by id CancelID.upload, by stopTapped",
    ])
}

@Test @MainActor func changesArePrinted() {
  #expect(printed().contains("received: .stopTapped"))
}
