import TestSupport
import Testing

@Suite("Every way out gives the terminal back as it was")
struct EndingTests {
  @Test("by key, signal or crash", arguments: WayOut.allCases, [[], ["--fullscreen"]])
  func restores(after way: WayOut, _ options: [String]) throws {
    let run = try TerminalRun(options)
    #expect(run.modes.fields != run.modesBefore.fields)
    #expect(run.screen.isPasteBracketed && !run.screen.isCursorVisible)
    #expect(run.screen.isAlternate == !options.isEmpty)
    run.type("++t")
    run.see("in flight: timer")

    way.take(run)
    #expect(run.finish() == way.ending)

    #expect(run.modes.fields == run.modesBefore.fields)
    #expect(!run.screen.isPasteBracketed && run.screen.isCursorVisible && !run.screen.isAlternate)
    #expect(run.screen.unknown == [] && run.screen.wraps == 0)
    let summary = "count: 2  (1 effect cancelled)"
    #expect(run.screen.text == (way.isOrderly ? "before\n" + summary : "before"))
  }

  /// Where it is not waited for, the effect may still be on its way out, and the summary says so.
  @Test("by a second Ctrl-C, at once", arguments: [[], ["--fullscreen"]])
  func restoresAtOnce(_ options: [String]) throws {
    let run = try TerminalRun(options)
    run.type("t")
    run.see("in flight: timer")
    run.type("\u{3}\u{3}")
    #expect(run.finish() == .exited(130))
    #expect(run.modes.fields == run.modesBefore.fields)
    #expect(
      run.screen.text.hasPrefix("before\ncount: 0  (1 effect cancelled"))
  }
}

// MARK: - Fixtures

enum WayOut: String, CaseIterable, CustomTestStringConvertible {
  case q, controlD, controlC
  case interrupt, terminate, hangUp
  case illegalInstruction, trap, abort, busError, segmentationFault, quit

  var testDescription: String { rawValue }

  func take(_ run: TerminalRun) {
    switch self {
    case .q: run.type("q")
    case .controlD: run.type("\u{4}")
    case .controlC: run.type("\u{3}")
    default: run.program.send(signal)
    }
  }

  var isOrderly: Bool {
    switch self {
    case .q, .controlD, .controlC, .interrupt, .terminate, .hangUp: true
    default: false
    }
  }

  var ending: Program.Ending {
    switch self {
    case .q, .controlD: .exited(0)
    case .controlC, .interrupt: .exited(130)
    case .terminate: .exited(143)
    case .hangUp: .exited(129)
    default: .killed(by: signal)
    }
  }

  private var signal: Int32 {
    switch self {
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    case .hangUp: SIGHUP
    case .illegalInstruction: SIGILL
    case .trap: SIGTRAP
    case .abort: SIGABRT
    case .busError: SIGBUS
    case .segmentationFault: SIGSEGV
    case .quit: SIGQUIT
    case .q, .controlD, .controlC: 0
    }
  }
}
