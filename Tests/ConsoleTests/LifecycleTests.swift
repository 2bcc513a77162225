import Testing

@testable import Console

@Suite("Lifecycle")
struct LifecycleTests {
  private let now = ContinuousClock.now
  private var terminal = Lifecycle(isTerminal: true, waitsForEffects: true)
  private var piped = Lifecycle(isTerminal: false, waitsForEffects: true)

  @Test(
    "ends by cancelling effects and waiting for them, with a status",
    arguments: [
      (Lifecycle.Event.quit, 0 as Int32), (.interrupt, 130), (.endOfInput, 129),
      (.signal(.interrupt), 130), (.signal(.terminate), 143), (.signal(.hangUp), 129),
      (.outputClosed, 129), (.writeFailed(SystemError(code: 5)), 129),
      (.writeFailed(SystemError(code: 28)), 74),
    ])
  func ends(_ event: Lifecycle.Event, _ status: Int32) {
    var lifecycle = terminal
    #expect(lifecycle.steps(for: event, now: now) == [.cancelEffects, .awaitEffects])
    #expect(lifecycle.phase != .running && lifecycle.isVisible)
    #expect(lifecycle.steps(for: .time, now: now + Lifecycle.endingLimit / 2) == [])
    #expect(lifecycle.steps(for: .effectsFinished, now: now) == [.exit(status)])
  }

  @Test("tells what the store waits for when it is asked, also at the end")
  func report() {
    var lifecycle = piped
    #expect(lifecycle.steps(for: .signal(.report), now: now) == [.report])
    _ = lifecycle.steps(for: .endOfInput, now: now)
    #expect(lifecycle.steps(for: .signal(.report), now: now) == [.report])
    _ = lifecycle.steps(for: .signal(.terminate), now: now)
    #expect(lifecycle.steps(for: .signal(.report), now: now) == [.report])
    #expect(lifecycle.steps(for: .effectsFinished, now: now) == [.exit(143)])
  }

  @Test("waits for cancelled effects no longer than its limit")
  func bound() {
    var lifecycle = terminal
    _ = lifecycle.steps(for: .signal(.terminate), now: now)
    #expect(lifecycle.deadline == now + Lifecycle.endingLimit)
    #expect(lifecycle.steps(for: .time, now: now + Lifecycle.endingLimit) == [.exit(143)])
  }

  @Test(
    "ends at once with another Ctrl-C",
    arguments: [
      Lifecycle.Event.interrupt, .signal(.interrupt),
    ])
  func again(_ event: Lifecycle.Event) {
    var lifecycle = terminal
    _ = lifecycle.steps(for: .interrupt, now: now)
    #expect(lifecycle.steps(for: event, now: now) == [.exit(130)])
  }

  @Test("ends quietly when nobody reads its output")
  func closedPipe() {
    for event in [Lifecycle.Event.outputClosed, .writeFailed(SystemError(code: 32))] {
      var lifecycle = piped
      _ = lifecycle.steps(for: event, now: now)
      #expect(lifecycle.steps(for: .effectsFinished, now: now) == [.exit(0)])
    }
  }

  @Test("at the end of a pipe lets effects finish, or cancels them, as asked")
  func endOfInput() {
    var waiting = piped
    #expect(waiting.steps(for: .endOfInput, now: now) == [.awaitEffects])
    #expect(waiting.deadline == nil)
    #expect(waiting.steps(for: .effectsFinished, now: now) == [.exit(0)])
    var cancelling = Lifecycle(isTerminal: false, waitsForEffects: false)
    #expect(cancelling.steps(for: .endOfInput, now: now) == [.cancelEffects, .awaitEffects])
  }

  @Test("can be interrupted while effects finish")
  func interruptedWait() {
    var lifecycle = piped
    _ = lifecycle.steps(for: .endOfInput, now: now)
    let steps = lifecycle.steps(for: .signal(.interrupt), now: now)
    #expect(steps == [.cancelEffects, .awaitEffects])
    #expect(lifecycle.steps(for: .effectsFinished, now: now) == [.exit(130)])
  }

  @Test("stops by key or signal, and takes over when continued")
  func suspends() {
    for event in [Lifecycle.Event.suspend, .signal(.stop)] {
      var lifecycle = terminal
      #expect(lifecycle.steps(for: event, now: now) == [.stopProcess(SIGTSTP)])
      #expect(!lifecycle.isVisible)
      #expect(lifecycle.steps(for: .signal(.resize), now: now) == [])
      #expect(lifecycle.steps(for: .signal(.proceed), now: now) == [.takeOver])
      #expect(lifecycle.isVisible)
    }
  }

  @Test("stops in the background each time it is continued there, and takes over in front")
  func background() {
    var lifecycle = terminal
    for _ in 1...2 {
      #expect(lifecycle.steps(for: .background, now: now) == [.stopProcess(SIGTTOU)])
      #expect(!lifecycle.isVisible && lifecycle.deadline == nil)
      #expect(lifecycle.steps(for: .time, now: now + .seconds(60)) == [])
    }
    #expect(lifecycle.steps(for: .signal(.proceed), now: now) == [.takeOver])
    #expect(lifecycle.isVisible)
  }

  @Test("takes over again when a stop was refused")
  func refusedStop() {
    var lifecycle = terminal
    _ = lifecycle.steps(for: .suspend, now: now)
    #expect(lifecycle.steps(for: .time, now: now) == [])
    #expect(lifecycle.deadline == now + Lifecycle.stopLimit)
    #expect(lifecycle.steps(for: .time, now: now + Lifecycle.stopLimit) == [.takeOver])
  }

  @Test("takes Ctrl-Z in a pipe for just a byte")
  func pipedStop() {
    var lifecycle = piped
    #expect(lifecycle.steps(for: .suspend, now: now) == [])
  }

  @Test("takes over and draws anew after SIGCONT and SIGWINCH")
  func signals() {
    var lifecycle = terminal
    #expect(lifecycle.steps(for: .signal(.proceed), now: now) == [.takeOver])
    #expect(lifecycle.steps(for: .signal(.resize), now: now) == [.resize])
    #expect(lifecycle.phase == .running)
  }
}
