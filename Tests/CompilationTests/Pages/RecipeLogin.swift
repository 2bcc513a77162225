// with: Recipes

@Test @MainActor func emailIsSharedInTheFlowOnly() async {
  let store = TestStore(initialState: Account.State(login: Login.State(email: "a@b.c"))) {
    Account()
  }
  await store.send(.login(.presented(.nextTapped))) {
    $0.login?.path.push(PasswordScreen.State())
  }
  await store.receive(change: .loginEmail) { $0 = "a@b.c" }
  #expect(store.dependencies.sharedStorage.value(of: .loginEmail) == nil)
  await store.send(.login(.dismiss)) { $0.login = nil }
}
