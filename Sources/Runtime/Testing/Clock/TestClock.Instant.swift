import RatchetDependencies

extension TestClock {
  /// A point in the clock's time.
  public struct Instant: InstantProtocol {
    /// The time since the clock's start.
    public let offset: Duration
    /// The time that the clock showed when this point was made from `now`; `nil` if no task was
    /// *late* then, or if the point was not made from `now`.
    ///
    /// A task is late if the clock shows a later time than the deadline at which it woke the task.
    /// The next sleep of a late task counts from that deadline: the clock needs the length of the
    /// sleep, which is `offset - start`. Ignored by `==`.
    let start: Duration?

    /// Makes a point from the time since the clock's start.
    public init(offset: Duration = .zero) {
      self.offset = offset
      start = nil
    }

    /// Makes the clock's `now`.
    init(now: Duration, hasLateTasks: Bool) {
      offset = now
      start = hasLateTasks ? now : nil
    }

    private init(offset: Duration, start: Duration?) {
      self.offset = offset
      self.start = start
    }

    /// The point after a duration; a duration of more than a thousand years is cut to that.
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
