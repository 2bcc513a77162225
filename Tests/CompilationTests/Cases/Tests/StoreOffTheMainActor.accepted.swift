import RatchetTesting

@Test @MainActor func counts() async {
  let store = TestStore(initialState: 0) { EmptyReducer<Int, Int>() }
  await store.send(1)
}
