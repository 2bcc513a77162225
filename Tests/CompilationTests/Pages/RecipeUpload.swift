// with: Recipes

@Test @MainActor func streamEndsWithTheUpload() async {
  let ends = Calls<Bool>()
  let store = TestStore(initialState: Upload.State(file: "cat.jpg")) {
    Upload()
  } withDependencies: {
    $0[UploadClient.self].upload = { _ in
      AsyncThrowingStream { $0.onTermination = { _ in ends.append(true) } }
    }
  }
  await store.send(.startTapped) { $0.phase = .uploading }
  await store.settle()
  await store.send(.cancelTapped) { $0.phase = .ready }
  await store.settle()
  #expect(ends.values == [true])
}
