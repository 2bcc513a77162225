import RatchetTesting

// The code of `Docs/Ratchet.docc/RecipeUpload.md`.

@Suite("The recipe for an upload")
struct UploadTests {
  struct UploadClient: TestDependencyKey {
    /// The fraction sent so far, from 0 to 1; the stream buffers only the newest value.
    var upload: @Sendable (_ file: String) async throws -> AsyncThrowingStream<Double, any Error> =
      unimplemented("UploadClient.upload")
    static let testValue = UploadClient()
  }

  struct Upload: Reducer {
    struct State: Equatable {
      let file: String
      var progress = 0.0
      var phase: Phase = .ready
    }

    enum Phase: Equatable {
      /// To `uploading` with a tap, as from `failed`.
      case ready
      /// To `done` or `failed` at the end, to `ready` with a tap.
      case uploading
      case failed
      case done
    }

    enum Action: Equatable {
      case startTapped, cancelTapped
      case progressed(Double)
      case finished
      case failed
    }

    @Dependency(UploadClient.self) var client
    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch (action, state.phase) {
        case (.startTapped, .ready), (.startTapped, .failed):
          state.progress = 0
          state.phase = .uploading
        case (.cancelTapped, .uploading):
          state.progress = 0
          state.phase = .ready
        case (.progressed(let progress), _): state.progress = progress
        case (.finished, _): state.phase = .done
        case (.failed, _): state.phase = .failed
        case (.startTapped, _), (.cancelTapped, _): break
        }
        return .none
      }
      .subscription(id: { $0.phase == .uploading ? $0.file : nil }, upload)
    }

    private func upload(_ file: String) -> Effect<Action> {
      .run(name: "upload") { send in
        for try await progress in try await client.upload(file) {
          await send(.progressed(progress))
          // Meanwhile, a new value replaces the one in the stream.
          try await clock.sleep(for: .milliseconds(100))
        }
        await send(.finished)
      } catch: { _, send in
        await send(.failed)
      }
    }
  }

  @Test @MainActor func progressIsShownTenTimesASecond() async {
    let (stream, server) = AsyncThrowingStream<Double, any Error>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    let store = TestStore(initialState: Upload.State(file: "cat.jpg")) {
      Upload()
    } withDependencies: {
      $0[UploadClient.self].upload = { _ in stream }
    }
    await store.send(.startTapped) { $0.phase = .uploading }
    await store.send(.startTapped)
    server.yield(0.1)
    await store.receive(.progressed(0.1)) { $0.progress = 0.1 }
    server.yield(0.2)
    server.yield(0.3)
    await store.advance(by: .milliseconds(100))
    await store.receive(.progressed(0.3)) { $0.progress = 0.3 }
    server.yield(1)
    server.finish()
    await store.advance(by: .milliseconds(200))
    await store.receive(.progressed(1)) { $0.progress = 1 }
    await store.receive(.finished) { $0.phase = .done }
  }

  @Test @MainActor func uploadIsCancelledAndTriedAgain() async {
    let files = Calls<String>()
    let store = TestStore(initialState: Upload.State(file: "cat.jpg")) {
      Upload()
    } withDependencies: {
      $0[UploadClient.self].upload = { file in
        files.append(file)
        return AsyncThrowingStream { $0.yield(0.5) }
      }
    }
    await store.send(.startTapped) { $0.phase = .uploading }
    await store.receive(.progressed(0.5)) { $0.progress = 0.5 }
    await store.send(.cancelTapped) { $0 = Upload.State(file: "cat.jpg") }
    #expect(store.subscriptions.isEmpty)

    store.dependencies[UploadClient.self].upload = { _ in throw Offline() }
    await store.send(.startTapped) { $0.phase = .uploading }
    await store.receive(.failed) { $0.phase = .failed }

    store.dependencies[UploadClient.self].upload = { file in
      files.append(file)
      return AsyncThrowingStream { $0.finish() }
    }
    await store.send(.startTapped) { $0.phase = .uploading }
    await store.receive(.finished) { $0.phase = .done }
    #expect(files.values == ["cat.jpg", "cat.jpg"])
  }

  @Test("stops the client's stream when it is cancelled")
  @MainActor func clientIsStopped() async {
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
}
