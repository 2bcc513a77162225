@Test(
  .dependencies {
    $0[MailClient.self].load = { [$0] }
    $0.continuousClock = ImmediateClock()
  }) @MainActor func storeIsUsed() async throws
{
  let store = Store(initialState: Inbox.State(query: "Hi")) { Inbox() }
  await use(store) { $0("Hi") }
  #expect(store.mails.map(\.text) == ["Hi"] && store.editor == Editor.State(text: "Hi"))

  @Dependency(MailClient.self) var client
  @Dependency(\.continuousClock) var clock
  #expect(effects(.none, client).count == 9)
  try await operation(client, clock)
}

@Test func casesHaveNames() {
  typealias Action = Inbox.Action
  let action = Action.view(.draft(.sent("Hi")))
  #expect(CasePath { Action.view(.draft($0)) }.extract(from: action) == .sent("Hi"))
  #expect(!CasePath(Action.loaded).is(action) && caseName(of: action) == "view.draft.sent")
}
