extension Task where Failure == any Error {
  /// Like `immediate`, but inlined into the caller.
  ///
  /// Without that, the task has a record that it prefers no executor, and each hop takes a lock to
  /// read it. (d: 14 %, e: 8 %)
  ///
  /// Also for an operation that does not throw, which would need a wrapper that looks as if it did:
  /// another allocation and another frame. (d: 6 %)
  @inlinable @inline(__always)
  static func inlinedImmediate(
    name: String? = nil, priority: TaskPriority? = nil,
    operation: @escaping @isolated(any) @Sendable () async throws -> Success
  ) -> Task {
    var task: Task
    var rounds = 1
    // One round: the compiler inlines a function of this size only in a loop.
    repeat {
      task = immediate(name: name, priority: priority, operation: operation)
      rounds -= 1
    } while rounds > 0
    return task
  }
}
