// How the test stores of a run deviate from the schedule `inOrder`: to report, repeat, and shorten
// a failing run.
extension RunChoices {
  /// One choice that differs from `inOrder`.
  ///
  /// A deviation belongs to one store: it has a meaning only in the store that made the choice.
  struct Deviation: Hashable, Sendable {
    /// The number of the test store in the run, from 0.
    let store: Int
    /// The option that is taken, such as `run "save" #2 before "load" #1`.
    let option: String
    /// At which choice it is taken: 1 for the first one at which it is possible since the last
    /// deviation, 2 for the second, and so on.
    var time: Int

    /// The deviation as a failure prints it, and as `DeviationReader` reads it.
    var text: String { time == 1 ? option : "\(option) (time \(time))" }
  }

  /// The deviations, the last one first: the shrinker begins at the end of a list, and so with the
  /// deviation that was taken first.
  ///
  /// Setting them also drops the random schedule: the run then follows them.
  var followed: [Deviation] {
    get { deviations.reversed() }
    set { (schedule, deviations) = (nil, newValue.reversed()) }
  }

  /// The seed of a schedule `.seed`; 0 without such a schedule.
  var seed: Int { if case .seed(let seed)? = schedule { Int(clamping: seed) } else { 0 } }

  /// Whether no choice differs from `inOrder`.
  var isInOrder: Bool { schedule == nil && deviations.isEmpty }

  /// The schedule with the deviations of the store with this number.
  func deviating(store number: Int) -> Schedule {
    Schedule(deviations: deviations.filter { $0.store == number }.map(\.text))
  }

  /// The deviations that a run follows, for its failure.
  func deviationsText(hasSeveralStores: Bool = false) -> String {
    if deviations.isEmpty { return "" }
    let lines = deviations.map {
      hasSeveralStores ? "test store \($0.store + 1): \($0.text)" : $0.text
    }
    let isLater = deviations.contains { $0.time > 1 }
    return """
      It deviates from the default order:

      \(lines.joined(separator: "\n"))
      \(isLater ? "\n(time n: the n-th time that this is possible)\n" : "")

      """
  }

  /// Takes each deviation the first time that it is possible.
  mutating func takeEachFirstTime() {
    for index in deviations.indices { deviations[index].time = 1 }
  }

  /// How complex the schedule is; the simplest one has the smallest numbers, compared in order.
  ///
  /// First the number of deviations, then the number of those that are not taken the first time. A
  /// random schedule comes after all others.
  var scheduleSize: [Int] {
    if schedule != nil { return [.max, seed] }
    return [deviations.count, deviations.count { $0.time > 1 }]
  }

  /// These choices, and similar ones for the shrinker to try if a run of these does not fail.
  ///
  /// The shrinker has just changed the choices, and that can hide the failure: the same seed then
  /// makes another schedule, a deviation may be needed earlier, and the client call that should
  /// fail may happen during another move, where only its number in the whole run finds it.
  var variants: [RunChoices] {
    var variants = [self]
    if let schedule {
      // In the default order first, which is the simplest.
      variants.insert(changed { $0.followed = [] }, at: 0)
      for seed in [.seed(1), .seed(2), .seed(3)] as [Schedule] where seed != schedule {
        variants.append(changed { $0.schedule = seed })
      }
    }
    let earlier = changed { $0.takeEachFirstTime() }
    if schedule == nil, earlier != self { variants.append(earlier) }
    if faults.isEmpty { return variants }
    return variants.flatMap { [$0, $0.changed { $0.countsCallsInRun = true }] }
  }

  private func changed(_ change: (inout RunChoices) -> Void) -> RunChoices {
    var choices = self
    change(&choices)
    return choices
  }
}
