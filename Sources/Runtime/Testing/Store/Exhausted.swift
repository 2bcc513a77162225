/// More happened in one step of a test than could be meant.
enum Exhausted: Error {
  /// Effects ran this many jobs and did not come to rest.
  case jobs(Int)
  /// This many actions were reduced that the test did not receive.
  case actions(Int)

  var text: String {
    switch self {
    case .jobs(let count):
      """
      its effects ran \(count) jobs without waiting for the test, the clock or anything else. An effect probably \
      runs a loop that waits for nothing, as one over 'Task.yield()' does.
      """
    case .actions(let count):
      """
      \(count) actions were reduced that the test did not receive. An effect probably sends in a loop that never \
      ends.
      """
    }
  }
}
