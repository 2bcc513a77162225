import Dispatch
import Foundation
import RatchetDependencies

/// What a test store reports at its end about what the test has left: unreceived actions, effects
/// in flight, time that has not passed.
enum LeftoverReport: Sendable {
  /// Nothing is left, or the exhaustivity of the store allows it.
  case nothing
  case failure(String)
  case warning(String)
}

/// Reports what is left in a test store and ends its effects; called by the `deinit` of
/// `TestStore`.
///
/// The `deinit` is nonisolated and runs on any thread, where failures still belong to the current
/// test; an isolated `deinit` would lose that test. What is left can be looked up only on the main
/// actor, and the way to get there depends on the thread.
nonisolated func reportLeftovers<State, Action>(_ run: TestRun<State, Action>) {
  let scope = LiveStores.remove(run)
  if MainQueue.isCurrent, let scope, MainActor.assumeIsolated({ run.mayContinue }) {
    // Effects that the schedule has postponed may still end: the scope of the test waits for them.
    scope.endLater(run)
  } else if MainQueue.isCurrent {
    run.issues.recordAtCreation(MainActor.assumeIsolated { run.end() })
  } else if Thread.isMainThread {
    // On the main thread, but not on its queue: the thread cannot wait for itself.
    reportLeftoversLater(run)
  } else if let left = MainActorCall.result(of: { run.end() }) {
    run.issues.recordAtCreation(left)
  } else {
    run.issues.warnMainActorBlocked(after: TestLimits.current.mainActorTime)
    reportLeftoversLater(run)
  }
}

/// Reports once the main actor is free, in a task, which inherits the current test.
nonisolated private func reportLeftoversLater<State, Action>(_ run: TestRun<State, Action>) {
  Task { @MainActor in run.issues.recordAtCreation(run.end()) }
}

// How a store ends, and how postponed effects run before that, for the code above, and for
// `TestScope`, `LiveStores` and `IdleStores`, which use the protocol `AnyTestRun`.
extension TestRun {
  /// Ends all effects; returns what was left, unless the test has already called `finish`.
  ///
  /// First runs effects that the schedule has postponed, as far as they need no turn of the main
  /// queue, and subscriptions that can continue because of the last step of the test, such as one
  /// that has received an element of a stream. A postponed effect that needs a turn might have
  /// ended, and is not reported.
  func end() -> LeftoverReport {
    if !executor.isInOrder || canContinue { runPostponed() }
    // Warns about actions that were reduced without being received, if the exhaustivity says so.
    forgetSkipped()
    let left = isFinished ? nil : leftoverText()
    // For an exploration, which compares how its runs end. `outside` are the executors of effects
    // that wait for something outside the store.
    issues.addOutcome(core.state, waiting: outside)
    core.shutDown()
    core.setInterceptor(nil)
    executor.jobs.close()
    clock.endSleeps()
    let report = exhaustivity.report(
      of: left, failure: "The test ended too early. ", warning: "Left at the end of the test. ")
    if case .nothing = report, let text = unusedDeviationsText { return .warning(text) }
    return report
  }

  /// Whether an effect or a subscription can still send an action because of the last step.
  ///
  /// `isBehindStorage` says that a shared value has changed, and the field that keeps it does not
  /// have the change yet: the field's subscription brings the change, perhaps with an action.
  private var canContinue: Bool { core.isBehindStorage || !executor.jobs.isEmpty }

  /// A warning if the schedule lists deviations that were never possible.
  private var unusedDeviationsText: String? {
    executor.random.unusedDeviations.map { deviations in
      """
      These deviations of the schedule were never possible: \(ValueLine.text(deviations))

      From that point the test ran in the default order, so it may no longer reproduce the \
      failure. Either the test or the feature has changed since the schedule was printed, or its \
      text was not copied exactly. To fix this, explore the schedules again, and use the one that \
      is printed.
      """
    }
  }

  /// Whether work that the schedule has postponed could still change what is left.
  var mayContinue: Bool { !executor.isInOrder && !isFinished && executor.isAnyUnsettled }

  /// For `IdleStores`, when the test may be waiting for effects that the schedule has postponed.
  func continueIfIdle() {
    if steps.isIdle() { Task { await settleEffects() } }
  }

  /// Lets effects run until all are at rest, and lets pending time pass.
  ///
  /// `TestScope` awaits this before it reports what is left; `continueIfIdle` calls it, too.
  ///
  /// As in the middle of a step (`claimOnTheWay`), with exhaustivity off and a schedule other than
  /// `inOrder`, a parked action (sent by an effect, not yet received) stops the effects.
  func settleEffects() async {
    // The error is ignored: effects that do not settle are reported as effects in flight.
    try? await settleAndAdvance(claimOnTheWay)
  }

  /// Returns, only once, what is left in a store that something still holds at the end of its scope
  /// or when the process exits.
  ///
  /// Unlike `end`, does not end the effects: the store may still be used. If the schedule has
  /// postponed effects, `TestScope` has awaited `settleEffects` before.
  func endIfRetained() -> LeftoverReport {
    issues.addOutcome(core.state, waiting: outside)
    if !isFinished, canContinue { runPostponed() }
    guard !isFinished, let left = leftoverText() else { return .nothing }
    isFinished = true
    let text = """
      The test has ended, and something still holds its test store: a static property, a property \
      of an 'XCTestCase', or a reference cycle.\u{20}
      """
    return exhaustivity.report(of: left, failure: text, warning: text)
  }
}
