import Foundation
import RatchetTesting
import TestSupport
import WebClient

@testable import downloads

@MainActor @Suite("Downloads")
struct DownloadsTests {
  @Test("run three at a time, the first ones first, and the next begins when one ends")
  func limit() async {
    let store = makeStore(["a": 1, "b": 5, "c": 2, "d": 1, "e": 1])
    #expect(store.inFlight.filter(\.isSubscription).map(\.name) == ["a", "b", "c"])
    await store.advance(by: .seconds(1))
    await store.receive(.row(id: "a", action: .finished)) {
      $0.rows[id: "a"]?.phase = .finished
      $0.rows[id: "d"]?.phase = .running
    }
    await store.advance(by: .seconds(1))
    await store.receive(.row(id: "c", action: .finished)) {
      $0.rows[id: "c"]?.phase = .finished
      $0.rows[id: "e"]?.phase = .running
    }
    await store.receive(.row(id: "d", action: .finished)) { $0.rows[id: "d"]?.phase = .finished }
    #expect(store.inFlight.filter(\.isSubscription).map(\.name) == ["b", "e"])
    await store.send(.quit) { state in
      for id in ["b", "e"] { state.rows[id: id]?.phase = .paused }
    }
  }

  @Test("are paused and resumed, and a paused one makes room")
  func pause() async {
    let store = makeStore(["a": 9, "b": 9, "c": 9, "d": 9])
    await store.send(.toggled) {
      $0.rows[id: "a"]?.phase = .paused
      $0.rows[id: "d"]?.phase = .running
    }
    #expect(store.inFlight.filter(\.isSubscription).map(\.name) == ["b", "c", "d"])
    await store.send(.toggled) { $0.rows[id: "a"]?.phase = .waiting }
    await store.send(.selectionMoved(by: 9)) { $0.selection = 3 }
    await store.send(.toggled) {
      $0.rows[id: "d"]?.phase = .paused
      $0.rows[id: "a"]?.phase = .running
    }
    await store.send(.allToggled) { state in
      for id in ["a", "b", "c"] { state.rows[id: id]?.phase = .paused }
    }
    #expect(store.inFlight.filter(\.isSubscription).isEmpty)
    await store.send(.allToggled) { state in
      for id in ["a", "b", "c"] { state.rows[id: id]?.phase = .running }
      state.rows[id: "d"]?.phase = .waiting
    }
    await store.send(.quit) { state in
      for id in ["a", "b", "c", "d"] { state.rows[id: id]?.phase = .paused }
    }
  }

  @Test("show how far they are")
  func progress() async {
    let store = makeStore(["a": 0]) { _, progress in
      await progress(Download.Progress(received: 1, total: 2))
      await progress(Download.Progress(received: 2, total: 2))
    }
    for received in 1...2 {
      let progress = Download.Progress(received: received, total: 2)
      await store.receive(.row(id: "a", action: .progressed(progress))) {
        $0.rows[id: "a"]?.progress = progress
      }
    }
    await store.receive(.row(id: "a", action: .finished)) { $0.rows[id: "a"]?.phase = .finished }
  }

  @Test("are tried again when they are interrupted, after longer and longer times")
  func retries() async {
    let error = DownloadError.unreachable(.lost)
    let store = makeStore(["a": 0]) { _, _ in throw error }
    for (number, delay) in [1, 2, 4, 8, 16, 30, 30, 30].enumerated() {
      await store.receive(.row(id: "a", action: .failed(error))) {
        $0.rows[id: "a"]?.phase = .retrying(error, seconds: delay)
        $0.rows[id: "a"]?.interruptions = number + 1
      }
      for passed in 1...delay {
        await store.advance(by: .seconds(1))
        await store.receive(.row(id: "a", action: .secondPassed)) {
          $0.rows[id: "a"]?.phase =
            passed < delay ? .retrying(error, seconds: delay - passed) : .running
        }
      }
    }
    await store.receive(.row(id: "a", action: .failed(error))) {
      $0.rows[id: "a"]?.phase = .failed(error)
    }
    await store.send(.toggled) {
      $0.rows[id: "a"]?.phase = .running
      $0.rows[id: "a"]?.interruptions = 0
    }
    await store.receive(.row(id: "a", action: .failed(error))) {
      $0.rows[id: "a"]?.phase = .retrying(error, seconds: 1)
      $0.rows[id: "a"]?.interruptions = 1
    }
    await store.send(.toggled) { $0.rows[id: "a"]?.phase = .paused }
    await store.advance(by: .seconds(60))
  }

  @Test("take no one's place while they wait for another attempt")
  func retryingMakesRoom() async {
    let error = DownloadError.status(500)
    let store = makeStore(["a": 0, "b": 9, "c": 9, "d": 9]) { source, _ in
      @Dependency(\.continuousClock) var clock
      if source.name == "a" { throw error }
      try await clock.sleep(for: .seconds(9))
    }
    await store.receive(.row(id: "a", action: .failed(error))) {
      $0.rows[id: "a"]?.phase = .retrying(error, seconds: 1)
      $0.rows[id: "a"]?.interruptions = 1
      $0.rows[id: "d"]?.phase = .running
    }
    await store.advance(by: .seconds(1))
    await store.receive(.row(id: "a", action: .secondPassed)) {
      $0.rows[id: "a"]?.phase = .waiting
    }
    await store.send(.quit) { state in
      for id in ["a", "b", "c", "d"] { state.rows[id: id]?.phase = .paused }
    }
  }

  @Test("know the time that is left from the speed")
  func timeLeft() {
    var progress = Download.Progress(received: 250, total: 1000)
    #expect(progress.secondsLeft == nil)
    progress.speed = 50
    #expect(progress.secondsLeft == 15)
    progress.speed = 0
    #expect(progress.secondsLeft == nil)
  }

  @Test(
    "are not tried again where that is of no use",
    arguments: [
      .status(404), .otherPart, .notWritten("No space left on device"),
      .unreachable(HTTPError("no host", isPassing: false)),
    ] as [DownloadError])
  func failure(_ error: DownloadError) async {
    let store = makeStore(["a": 0]) { _, _ in throw error }
    await store.receive(.row(id: "a", action: .failed(error))) {
      $0.rows[id: "a"]?.phase = .failed(error)
    }
  }
}

@MainActor @Suite("At most three downloads are under way")
struct DownloadLimitTests {
  @Test("under many schedules, and all of them end", .deep(1_000, small: 20))
  func random() async {
    await exploreSchedules(Deep.size) { await Self.fiveOfThem(.current) }
  }

  @Test("under all schedules that deviate once from the usual one")
  func all() async {
    let report = await exploreSchedules(.all(deviations: 1)) {
      await Self.fiveOfThem(.current)
    }
    #expect(report.isComplete)
    #expect(report.count > 10)
  }

  @Test("whatever is paused, resumed and interrupted", .deep(200, small: 10))
  func simulated() async {
    let sources = ["a", "b", "c", "d", "e"].map(Source.init(name:))
    let state = Downloads.State(sources)
    let report = await simulate(Downloads(), from: state, runs: Deep.size) { world in
      world.send(weight: 2) { _, draw in draw.chance(0.8) ? .toggled : .allToggled }
      world.send(weight: 2) { _, draw in .selectionMoved(by: draw.int(in: -2...2)) }
      world.advance(weight: 3, upTo: .seconds(5))
      world.dependencies { values, draw in
        values[DownloadClient.self].fetch = { _, progress in
          @Dependency(\.continuousClock) var clock
          await progress(Download.Progress(received: 1, total: 2))
          try await clock.sleep(for: draw.duration(upTo: .seconds(3)))
          if draw.chance(0.3) { throw DownloadError.unreachable(.lost) }
        }
      }
      world.always("no more than three are active") { state in
        state.rows.count { $0.phase == .running } <= 3
      }
      world.always("none waits in vain") { state in
        !state.rows.contains { $0.phase == .waiting }
          || state.rows.count { $0.phase == .running } == 3
      }
      world.eventually("none is under way") { !$0.rows.contains { $0.phase.isUnderWay } }
    }
    #expect(report.sent.keys.sorted() == ["allToggled", "selectionMoved", "toggled"])
  }

  /// All of them end at the same moment.
  private static func fiveOfThem(_ schedule: Schedule) async {
    let running = Running()
    let names = ["a", "b", "c", "d", "e"]
    let state = Downloads.State(names.map(Source.init(name:)))
    let store = TestStore(initialState: state, schedule: schedule) {
      Downloads()
    } withDependencies: {
      $0[DownloadClient.self].fetch = { _, _ in
        @Dependency(\.continuousClock) var clock
        await running.begin()
        try await clock.sleep(for: .seconds(1))
        await running.end()
      }
    }
    store.exhaustivity = .off
    await store.advance(by: .seconds(3))
    await store.skipReceivedActions()
    #expect(store.state.rows.map(\.phase) == Array(repeating: .finished, count: 5))
    #expect(running.most == 3)
  }
}

// MARK: - Fixtures

/// How many operations were under way at once.
@MainActor private final class Running {
  private var count = 0
  private(set) var most = 0

  func begin() {
    count += 1
    most = max(most, count)
  }

  func end() {
    count -= 1
  }
}

extension DownloadsTests {
  /// A store for files that take so many seconds.
  private func makeStore(
    _ seconds: KeyValuePairs<String, Int>,
    fetch: (
      @Sendable (Source, @escaping @Sendable (Download.Progress) async -> Void) async throws -> Void
    )? = nil
  ) -> TestStoreOf<Downloads> {
    let delays = Dictionary(uniqueKeysWithValues: seconds.map { ($0, $1) })
    return TestStore(initialState: Downloads.State(seconds.map { Source(name: $0.key) })) {
      Downloads()
    } withDependencies: {
      $0[DownloadClient.self].fetch =
        fetch ?? { source, _ in
          @Dependency(\.continuousClock) var clock
          try await clock.sleep(for: .seconds(delays[source.name] ?? 0))
        }
    }
  }
}

extension Source {
  init(name: String) {
    self.init(url: URL(filePath: "/" + name), name: name)
  }
}

extension HTTPError {
  fileprivate static let lost = HTTPError("the connection was lost", isPassing: true)
}
