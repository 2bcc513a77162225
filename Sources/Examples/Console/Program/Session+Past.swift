import Ratchet
import RatchetRecording

extension Session {
  /// Shows another step of the past, or the present.
  func look(_ move: (StoreHistory<State, Action>) -> Void) {
    guard let past, lifecycle.phase == .running else { return }
    move(past.history)
    showChanges()
  }

  /// Goes on from the step that is shown, if it is a past one: the steps after it are forgotten.
  func goOn() {
    guard let past, past.isShown else { return }
    store = past.makeStore(interface.resumed(past.history.state))
    // Each store numbers its effects from 1.
    ages = EffectAges()
    observe()
    showChanges()
  }

  /// The state that is shown.
  var state: State { past.flatMap { $0.isShown ? $0.history.state : nil } ?? store.state }

  /// The step that is shown; nil for a program that keeps none.
  var step: Frame.Step? {
    past.map { Frame.Step(number: $0.history.step, last: $0.history.steps.upperBound) }
  }
}
