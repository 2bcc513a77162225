// with: Recipes

@Test @MainActor func rejectedReplayIsNotRefreshedAgain() async {
  let store = TestStore(initialState: Session.State(phase: .loggedIn(token: "old"))) {
    Session()
  } withDependencies: {
    $0[APIClient.self].answer = { _, _ in throw Unauthorized() }
    $0[APIClient.self].newToken = { "new" }
  }
  let request = Request(path: "/admin")
  await store.send(.requested(request))
  await store.receive(.rejected(request, token: "old")) {
    $0.phase = .refreshing
    $0.waiting = [Request(path: "/admin", isReplay: true)]
  }
  await store.receive(.refreshed(token: "new")) {
    $0.phase = .loggedIn(token: "new")
    $0.waiting = []
  }
  await store.receive(.answered(Request(path: "/admin", isReplay: true), nil))
}
