import RatchetDependencies

extension TestClock {
  /// A point in the clock's time.
  public struct Instant: InstantProtocol {
    /// The time since the clock's start.
    public let offset: Duration
    /// What the clock showed when this point was made from its `now`, if a task was *late* then: if
    /// the clock had passed the deadline at which it woke the task.
    ///
    /// A late task's sleep counts from that deadline: this property tells how long the sleep is.
    /// Ignored by `==`.
    let start: Duration?

    /// Makes a point from the time since the clock's start.
    public init(offset: Duration = .zero) {
      self.offset = offset
      start = nil
    }

    init(now: Duration, hasLateTasks: Bool) {
      offset = now
      start = hasLateTasks ? now : nil
    }

    private init(offset: Duration, start: Duration?) {
      self.offset = offset
      self.start = start
    }

    /// The point after a duration, of which a thousand years count at most.
    @_documentation(visibility: internal)
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration.capped, start: start)
    }

    /// The duration from this point to another.
    @_documentation(visibility: internal)
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Whether one point is earlier than another.
    @_documentation(visibility: internal)
    public static func < (lhs: Instant, rhs: Instant) -> Bool {
      lhs.offset < rhs.offset
    }

    /// Whether both are the same point.
    @_documentation(visibility: internal)
    public static func == (lhs: Instant, rhs: Instant) -> Bool {
      lhs.offset == rhs.offset
    }

    /// Hashes the time since the clock's start.
    @_documentation(visibility: internal)
    public func hash(into hasher: inout Hasher) {
      hasher.combine(offset)
    }
  }
}
