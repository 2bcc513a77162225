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
    _ = await run.writes(until: "(2 actions", on: &screen)
    #expect(
      screen.text == "count: 0  (2 actions, 0 effects finished, 1 cancelled, 1 leaked)")
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
}

// MARK: - Fixtures

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
