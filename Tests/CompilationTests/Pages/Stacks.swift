@Test @MainActor func titlesAreThoseOfThePath() {
  let store = Store(initialState: Browser.State()) { Browser() }
  store.send(.folderTapped("Letters"))
  store.send(.path(.element(id: 0, action: .folder(.fileTapped(3)))))
  #expect(titles(store) == ["Letters", "File 3"])
}
