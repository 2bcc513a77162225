@Test @MainActor func draftSavesItself() async {
  let store = TestStore(initialState: Draft.State()) {
    Draft()
  } withDependencies: {
    $0[DraftClient.self].save = { #expect($0 == "ab") }
  }
  await store.send(.textChanged("a")) { $0.text = "a" }
  await store.advance(by: .seconds(9))
  await store.send(.textChanged("ab")) { $0.text = "ab" }
  await store.advance(by: .seconds(10))
  await store.receive(.autosaveElapsed)
  await store.receive(.saved("ab")) { $0.savedText = "ab" }
}

@Test @MainActor func failedSaveIsRepeated() async {
  let store = TestStore(initialState: Draft.State(text: "a")) {
    Draft()
  } withDependencies: {
    $0[DraftClient.self].save = { _ in throw URLError(.timedOut) }
  }
  await store.send(.saveTapped)
  await store.receive(.saveFailed) { $0.hasFailed = true }
  store.dependencies[DraftClient.self].save = { _ in }
  await store.send(.saveTapped)
  await store.receive(.saved("a")) {
    $0.savedText = "a"
    $0.hasFailed = false
  }
}
