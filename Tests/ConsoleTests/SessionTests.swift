import Ratchet
import TestSupport
import Testing

@testable import Console

extension OneTerminalTests {
  @Suite("Session") struct SessionTests {}
}

extension OneTerminalTests.SessionTests {
  @Test("draws a frame with one write, and only when something has changed")
  func oneWrite() async throws {
    let run = try await SessionRun()
    var screen = VirtualScreen()
    #expect(await run.writes(until: "q quit", on: &screen) == 2)
    run.type("x\u{1B}[A\u{1B}[200~+++\u{1B}[201~")
    run.type("+")
    let frame = try #require(await run.nextWrite())
    screen.write(frame)
    #expect(screen.text.contains("count: 1"))
    #expect(!frame.contains("unchanged") && frame.hasSuffix("\r"))
    run.type("q")
    #expect(try await run.status == 0)
  }

  @Test("shows the help until the next key, which does nothing else")
  func help() async throws {
    let run = try await SessionRun()
    var screen = VirtualScreen()
    _ = await run.writes(until: "q quit", on: &screen)
    run.type("?")
    _ = await run.writes(until: "+ counts, w works", on: &screen)
    #expect(!screen.text.contains("count: 0") && screen.text.contains("q back"))
    run.type("q")
    _ = await run.writes(until: "count: 0", on: &screen)
    run.type("q")
    #expect(try await run.status == 0)
  }

  @Test("drops the keys before Ctrl-C that were not handled yet")
  func interruptFirst() async throws {
    let run = try await SessionRun()
    var screen = VirtualScreen()
    _ = await run.writes(until: "q quit", on: &screen)
    run.type(String(repeating: "+", count: 4000) + "\u{3}")
    #expect(try await run.status == 130)
    while let write = await run.nextWrite() {
      screen.write(write)
      if screen.isCursorVisible, screen.text.hasPrefix("count: ") { break }
    }
    #expect(screen.text != "count: 4000")
  }

  @Test("comes to Ctrl-C before 20,000 keys that each take a frame", .timeLimit(.minutes(1)))
  func interruptFar() async throws {
    let run = try await SessionRun()
    var screen = VirtualScreen()
    _ = await run.writes(until: "q quit", on: &screen)
    run.type(String(repeating: "s", count: 20_000) + "\u{3}")
    #expect(try await run.status == 130)
  }

  @Test("draws at most 60 frames a second")
  func frameRate() async throws {
    let run = try await SessionRun()
    var screen = VirtualScreen()
    _ = await run.writes(until: "q quit", on: &screen)
    let start = ContinuousClock.now
    for _ in 0..<300 { run.type("+") }
    let frames = try #require(await run.writes(until: "count: 300", on: &screen))
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    #expect(Double(frames) <= seconds * 60 + 1)
    run.type("q")
    #expect(try await run.status == 0)
  }

  @Test("waits for cancelled effects only so long, and counts what is left as leaked")
  func bound() async throws {
    let late = Late()
    let run = try await SessionRun(work: { await late.wait() })
    var screen = VirtualScreen()
    _ = await run.writes(until: "q quit", on: &screen)
    run.type("w")
    _ = await run.writes(until: "in flight: work", on: &screen)
    let start = ContinuousClock.now
    run.type("\u{3}")
    #expect(try await run.status == 130)
    #expect(ContinuousClock.now - start >= Lifecycle.endingLimit)
    _ = await run.writes(until: "(1 effect", on: &screen)
    #expect(
      screen.text == "count: 0  (1 effect cancelled, 1 still running)")
    await late.release()
  }

  @Test("ends with a second Ctrl-C while an effect has not returned")
  func secondInterrupt() async throws {
    let late = Late()
    let run = try await SessionRun(work: { await late.wait() })
    var screen = VirtualScreen()
    _ = await run.writes(until: "q quit", on: &screen)
    run.type("w")
    _ = await run.writes(until: "in flight: work", on: &screen)
    run.type("\u{3}")
    _ = await run.writes(until: "in flight: nothing", on: &screen)
    run.type("\u{3}")
    #expect(try await run.status == 130)
    await late.release()
  }

  @Test(
    "ends when the last change comes while what came before is being recorded",
    .timeLimit(.minutes(5)))
  @MainActor func lastChange() async throws {
    let null = Descriptor(number: unsafe open("/dev/null", O_RDWR))
    defer { close(null.number) }
    let disk = Disk()
    for _ in 0..<100 {
      let pipe = try WakePipe()
      defer { [pipe.readEnd, pipe.writeEnd].forEach { close($0) } }
      let store = Store(initialState: Steps.State()) { Steps(disk: disk) }
      let session = Session(
        store,
        Interface(
          command: { _, _ in nil }, draw: { _, _ in [] }, changes: { _, _ in [] },
          result: { "\($0.count)" }, quit: .stepped),
        display: PlainDisplay(output: null),
        lifecycle: Lifecycle(isTerminal: false, waitsForEffects: true),
        events: EventSource(input: null, output: null, pipe: pipe),
        recorded: { await disk.write() })
      #expect(try await session.run() == 0)
      #expect(store.count == 3)
    }
  }
}

// MARK: - Fixtures

/// What is awaited outside of the main actor.
private actor Disk {
  func write() {}
}

/// Counts to three, as its state declares.
private struct Steps: Reducer {
  struct State: Equatable { var count = 0 }
  enum Action: Sendable { case stepped }

  let disk: Disk

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
    .subscription(while: { $0.count < 3 }) { [disk] in
      .run { send in
        while !Task.isCancelled {
          await disk.write()
          await send(.stepped)
        }
      }
    }
  }
}

/// Work that ends when the test says so, whether or not anybody still wants it.
private actor Late {
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func release() {
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  func wait() async {
    await withCheckedContinuation { waiting.append($0) }
  }
}
