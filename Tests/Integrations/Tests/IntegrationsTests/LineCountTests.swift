import ArgumentParser
import RatchetTesting
import Subprocess

@testable import linecount

@Suite("ArgumentParser and Subprocess")
@MainActor struct LineCountTests {
  @Test("run a process in an effect")
  func count() async throws {
    let store = TestStore(initialState: LineCounts.State()) {
      LineCounts()
    } withDependencies: {
      $0[LineClient.self] = .liveValue
    }
    await store.waiting(upTo: .seconds(60)) {
      await store.send(.added("/dev/null"))
      await store.receive(.counted("/dev/null", 0)) { $0.counts = ["/dev/null": 0] }
      await store.send(.added("/nowhere"))
      await store.receive(.failed("/nowhere")) { $0.unreadable = ["/nowhere"] }
      await store.finish()
    }
  }

  @Test("end a process when its effect is cancelled")
  func cancel() async {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let work = Work(first: { _ in
      defer { end.yield() }
      _ = try await run(
        .name("sleep"), arguments: ["600"], output: .discarded, error: .discarded)
    })
    let store = store(of: work)
    store.send(.first)
    store.send(.stop)
    for await _ in ends.prefix(1) {}
  }

  @Test(
    "make a program that fails if a file cannot be read",
    .dependencies { $0[LineClient.self] = .liveValue })
  func program() async throws {
    try await LineCountCommand.parse(["/dev/null"]).run()
    await #expect(throws: ExitCode.failure) {
      try await LineCountCommand.parse(["/nowhere"]).run()
    }
  }
}
