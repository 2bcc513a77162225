@Test @MainActor func languageOfAnUndoneTextIsDropped() async {
  let report = await exploreSchedules(.all(deviations: 2)) {
    let store = TestStore(initialState: Note.State()) {
      Note()
    } withDependencies: {
      $0[LanguageClient.self].language = { text in
        await Task.yield()
        return text
      }
    }
    store.exhaustivity = .off
    await store.send(.textChanged("a"))
    await store.send(.textChanged("b"))
    await store.send(.undoTapped)
    await store.finish()
    store.expect(\.language, "a")
  }
  #expect(report.isComplete)
}
