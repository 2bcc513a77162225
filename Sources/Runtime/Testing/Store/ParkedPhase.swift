/// What may happen while actions are *parked*, sent by effects, before the test receives one.
///
/// Used by `Inbox`, which derives it from the moment in which each action was sent (`SendMoment`):
/// while its effect started, right after another action of the same task (`following`), or after
/// its task was resumed.
enum ParkedPhase {
  /// No action is parked: effects run and time passes. Ends when an action is parked.
  case empty
  /// Parked actions may be received in any order: effects run, time stands still. Becomes
  /// `following` or `starting` when an action of such a moment is parked, and `empty` when the last
  /// action is taken.
  case parked
  /// A parked action was sent right after the previous action of its task, and a `Store` would have
  /// reduced it at once: no job (a piece of an effect's task) runs. All parked actions may be
  /// received. Becomes `starting` when an action of the moment `start` is parked, and `parked` or
  /// `empty` when the last action of the moment `following` is taken.
  case following
  /// A parked action was sent while its effect started: no job runs, and no effect starts. Only the
  /// first such action may be received. Becomes one of the other phases when the last one is taken.
  case starting
}

/// Counts the parked actions by the moment in which they were sent.
struct ParkedTally: Equatable {
  private var all = 0
  /// The number with the moment `start`.
  private var starting = 0
  /// The number with the moment `following`.
  private var following = 0

  var phase: ParkedPhase {
    if starting > 0 { return .starting }
    if following > 0 { return .following }
    return all > 0 ? .parked : .empty
  }

  /// Adds to the counts when an action is parked (1) or taken (-1).
  mutating func change(_ moment: SendMoment, by change: Int) {
    all += change
    switch moment {
    case .start: starting += change
    case .following: following += change
    case .resumed: break
    }
  }
}
