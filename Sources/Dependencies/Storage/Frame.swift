/// Where values that nobody has set come from: the context, and the values made so far.
///
/// A process has one frame per context; a scope has its own; while a value is made, a frame with the
/// same values takes note of what is read.
final class Frame: Sendable {
  /// The key of entries that only begin another frame.
  static let key = ObjectIdentifier(Frame.self)

  let context: DependencyContext
  let values: MadeValues
  /// Whether the frame belongs to a scope and not to the process.
  let isScope: Bool
  /// The value that is being made, if the frame exists for that.
  let making: Making?

  init(context: DependencyContext, isScope: Bool) {
    self.context = context
    self.isScope = isScope
    values = MadeValues()
    making = nil
  }

  private init(_ frame: Frame, isScope: Bool, values: MadeValues, making: Making?) {
    context = frame.context
    self.isScope = isScope
    self.values = values
    self.making = making
  }

  /// The newest made value for a key, not retained; valid as long as the frame.
  func find(_ key: ObjectIdentifier) -> Unmanaged<Entry>? { unsafe values.table.find(key) }

  /// The same frame, with a note of what is read while a value is made.
  func making(_ making: Making) -> Frame {
    Frame(self, isScope: isScope, values: values, making: making)
  }

  /// A scope with the same context and no values made yet.
  func beginningScope() -> Frame {
    Frame(self, isScope: true, values: MadeValues(), making: making)
  }
}

/// The values that were made in one scope, or for one context of the process.
final class MadeValues: Sendable {
  let table = EntryTable()
  private let inProgress = Guarded<[ObjectIdentifier: InProgress]>([:])
  private let reported = Guarded<Set<MissingTestValue>>([])

  /// True for the first call with a key and a place.
  func isFirstReport(of missing: MissingTestValue) -> Bool {
    reported.withLock { $0.insert(missing).inserted }
  }

  private struct InProgress {
    let making: Making
    /// What others wait for, if any do.
    var end: Latch?
  }

  /// Begins to make a value, unless its key has one in progress: then it is that one, and what to wait for.
  ///
  /// Each key has one of its own, so a value may read others while it is made.
  func begin(_ making: Making) -> (making: Making, end: Latch)? {
    inProgress.withLock { inProgress in
      guard let other = inProgress[making.key] else {
        inProgress[making.key] = InProgress(making: making)
        return nil
      }
      let end = other.end ?? Latch()
      inProgress[making.key]?.end = end
      return (other.making, end)
    }
  }

  /// Lets those go on that wait for the value.
  func end(_ making: Making) {
    inProgress.withLock { $0.removeValue(forKey: making.key)?.end }?.open()
  }
}
