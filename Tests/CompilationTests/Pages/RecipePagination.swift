// with: Recipes

@Test @MainActor func failedRefreshKeepsTheArticles() async {
  let old = Feed.State(articles: [Article(id: 7)], nextPage: 5, loading: .complete)
  let store = TestStore(initialState: old) {
    Feed()
  } withDependencies: {
    $0[ArticleClient.self].page = { _ in throw Offline() }
  }
  await store.send(.refreshPulled) { $0.loading = .loading }
  await store.receive(.failed(number: 1)) {
    $0.nextPage = 1
    $0.loading = .failed
  }
  store.dependencies[ArticleClient.self].page = { Page(articles: [Article(id: $0)]) }
  await store.send(.retryTapped) { $0.loading = .loading }
  await store.receive(Feed.Action.loaded) {
    $0 = Feed.State(articles: [Article(id: 1)], nextPage: 2)
  }
}
