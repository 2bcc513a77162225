// with: Recipes

@Test @MainActor func failedCheckAndAttemptAllowAnother() async {
  let store = TestStore(initialState: SignUp.State(password: "12345678")) {
    SignUp()
  } withDependencies: {
    $0[UserClient.self].isFree = { _ in throw Offline() }
    $0[UserClient.self].create = { _, _ in throw Offline() }
  }
  await store.send(.form(.set(\.name, "Anna"))) {
    $0.name = "Anna"
    $0.availability = .checking
  }
  await store.advance(by: .milliseconds(300))
  await store.receive(.checked(.unknown)) { $0.availability = .unknown }
  for _ in 1...2 {
    await store.send(.submitTapped) { $0.submission = .running }
    await store.receive(.submitted(.failed)) { $0.submission = .failed }
  }
}
