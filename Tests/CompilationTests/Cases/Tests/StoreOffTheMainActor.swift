import RatchetTesting

#if MISTAKE
  @Test func counts() async {
    let store = TestStore(initialState: 0) { EmptyReducer<Int, Int>() }
    // error: cannot be called from outside of the actor
    await store.send(1)
  }
#else
  @Test @MainActor func counts() async {
    let store = TestStore(initialState: 0) { EmptyReducer<Int, Int>() }
    await store.send(1)
  }
#endif
