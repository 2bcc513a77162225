/// The constants by which a test store decides that nothing more will happen, all in one place.
///
/// No event could replace these constants: nothing tells the store that another thread is about to
/// resume an effect, or that an effect loops forever. A failure that a limit has caused names the
/// limit. Each comment below says what happens if the limit is too small or too large.
///
/// Used by all parts of a test store. A store takes the current limits when it is created; only
/// tests of the library set others. The limits of a `Store` are in `WaitLimits.swift`.
package struct TestLimits: Sendable {
  @TaskLocal package static var current = TestLimits()

  // MARK: - Waiting for something outside

  /// Turns of the main queue without a ready job after which an effect is assumed to wait for
  /// something outside of the store.
  ///
  /// In a *turn*, the queue runs what is enqueued in it; a *job* is a piece of an effect's task. A
  /// task that runs elsewhere passes through the queue at each call of a main-actor function. Too
  /// few: a step of the test ends before an effect that could still continue by itself. Too
  /// many: each step takes longer while an effect waits outside.
  package var quietTurns = 8
  /// Turns that a step takes before it waits in real time for an action or the end of an effect.
  ///
  /// Usually tasks on other threads arrive during these turns. Too few: steps that would not have
  /// to wait in real time take milliseconds. Too many: a step that fails takes longer, and longer
  /// still on a machine whose main queue is full.
  package var extraTurns = 200
  /// The real time for which a step waits that would otherwise fail.
  ///
  /// Too short, on a busy machine or for a slow client: the step fails although the effect would
  /// have continued; the test must use `waiting(upTo:)`. Too long: each failing step takes as long.
  package var gracePeriod = Duration.milliseconds(250)
  /// A part of the grace period, which counts once, however long it takes: if other tests keep the
  /// main queue busy for a second, that uses up one part instead of all.
  package var gracePeriodPart = Duration.milliseconds(10)
  /// The real time that an orphaned task (one that outlives its effect) may take to end or to sleep
  /// on the store's clock, before time passes without it.
  ///
  /// Only a task that waits for something else takes that long, and only once. Too short: the task
  /// sleeps later than in a program. Too long: the first `advance` after such an effect takes as
  /// long.
  package var orphanPeriod = Duration.milliseconds(250)
  /// The real time after which orphaned tasks are counted again, during `orphanPeriod`; if it is
  /// too long, each `advance` that waits for them takes as long.
  package var orphanInterval = Duration.milliseconds(1)
  /// The real time after which effects continue that a schedule has postponed, if the test takes no
  /// step meanwhile.
  ///
  /// Too short: a test that pauses differs from run to run. Too long: a test that waits for such an
  /// effect pauses as long.
  package var idleInterval = Duration.milliseconds(50)
  /// The real time for which a thread that releases a store waits for the main actor.
  ///
  /// Too short: what is left is reported with a warning, after the test. Too long: if the main
  /// actor waits for that thread, the deadlock lasts as long.
  package var mainActorTime = Duration.seconds(5)

  // MARK: - Endless work

  // For each limit below: if it is too small, a test that does a lot fails; if it is too large, a
  // test that never ends takes longer to fail.

  /// Jobs that effects may run in one step without waiting.
  package var jobs = 1_000_000
  /// Turns of the main queue that effects may take in one step.
  package var turns = 100_000
  /// The number by which `jobs` and `turns` are divided in the steps after one that has exceeded
  /// them, because the same effects still run.
  package var laterPart = 100
  /// Sleeps that may end in one step.
  package var wakeUps = 1_000_000
  /// Actions that a step may reduce without being received while no time passes.
  package var unreceivedActions = 10_000
  /// The number of these actions, the last ones, that the test may still receive in the next step;
  /// each keeps two states in memory.
  package var lateActions = 100
  /// Steps from deadline to deadline in one `TestClock.run()`.
  package var clockSteps = 10_000

  /// The usual limits with a change.
  package static func changed(_ change: (inout TestLimits) -> Void) -> TestLimits {
    var limits = TestLimits()
    change(&limits)
    return limits
  }
}
