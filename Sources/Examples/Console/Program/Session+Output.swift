import Observation
import Ratchet

extension Session {
  /// Passes every change of the state to the display, batch by batch.
  ///
  /// A stream of states would skip those that arrive while no task awaits the next one.
  func observe() {
    withObservationTracking {
      _ = store.state
    } onChange: { [weak self] in
      // The store notifies observers on the main actor, once a batch of actions has been reduced.
      MainActor.assumeIsolated {
        self?.observe()
        self?.showChanges()
      }
    }
  }

  func showChanges() {
    // A terminal shows the whole state.
    if !lifecycle.isTerminal {
      let state = state
      display.append(interface.changes(shownState, state))
      shownState = state
    }
    isDirty = true
    // Even if the state is about to be shown: whether all is at rest is asked after each change.
    if !isWakePending { events.pipe.wake() }
    isWakePending = true
  }

  /// When to draw; nil while nothing has changed, so that the program sleeps.
  var nextFrame: Instant? {
    guard lifecycle.isVisible, failure == nil else { return nil }
    let earliest = lastFrame + display.pause
    if isDirty { return earliest }
    guard lifecycle.isTerminal else { return nil }
    return ages.nextChange(after: lastFrame).map { max($0, earliest) }
  }

  func drawIfDue() {
    let now = Instant.now
    guard let nextFrame, nextFrame <= now else { return }
    isDirty = false
    lastFrame = now
    ages.update(store.inFlight.map { ($0.id, $0.name ?? "unnamed") }, now: now)
    do throws(SystemError) {
      try display.draw { [interface, state, step, ages, isHelpVisible] size, area in
        var frame = Frame(size: size, area: area, inFlight: ages.ages(at: now))
        frame.step = step
        guard isHelpVisible else { return interface.draw(state, frame) }
        let keys = frame.keys(["q back"])
        let rows = max(0, size.rows - keys.count)
        let help = interface.help.flatMap { Line(($0, .plain)).wrapped(columns: size.columns) }
        return help.prefix(rows) + keys
      }
    } catch {
      fail(error)
    }
  }
}
