/// A mistake in the use of dependencies, with the values that its message contains.
///
/// Used by the functions of this module that detect such a mistake. `MissingValue` has the message
/// for a key without a value.
enum DependencyMisuse {
  /// A closure made by `unimplemented` was called, and threw an error or returned its placeholder.
  case unimplemented(name: String, isThrown: Bool)
  /// `withDependencies(from:)` was called with a model of a type that keeps no dependencies.
  case modelWithoutDependencies(any Any.Type)
  /// `prepareDependencies` was called a second time.
  case preparedTwice
  /// `prepareDependencies` was called after a dependency was read.
  case preparedAfterUse
  /// Values need each other, so none of them can be created; this traps.
  ///
  /// The strings name the keys of the cycle: each key needs the next one, and the last key is the
  /// first one again. If there are several threads, each creates some of these values and waits for
  /// the next thread.
  case cycle([String], threadCount: Int)
  /// A read has waited for more than `delay` for another thread that creates the value; `creator`
  /// is the line of the read for which the value is created.
  case longWait(key: String, delay: Duration, creator: SourceOrigin)

  /// The message.
  var text: String {
    switch self {
    case .unimplemented(let name, let isThrown):
      """
      Unimplemented: "\(name)" was called.

      \(isThrown ? "It threw an error" : "It returned its placeholder"). To fix this, override it in \
      the test store or with 'withDependencies'.
      """
    case .modelWithoutDependencies(let type):
      """
      'withDependencies(from:)' was called with a '\(type)', which keeps no dependencies.

      The operation runs with the current ones. To fix this, give '\(type)' a property with \
      '@Dependency', or 'let dependencies = DependencyValues.capture()'.
      """
    case .preparedTwice:
      """
      'prepareDependencies' was called a second time.

      The call was ignored: a value does not change once it is in use. To fix this, prepare all \
      dependencies in one call.
      """
    case .preparedAfterUse:
      """
      'prepareDependencies' was called after a dependency was used.

      The call was ignored: a value does not change once it is in use. To fix this, call it \
      first, when the program or the test starts.
      """
    case .cycle(let path, let threadCount):
      """
      The dependency '\(path[0])' depends on itself: \
      \(path.map { "'\($0)'" }.joined(separator: " -> "))

      \(Self.waiting(threadCount))To fix this, read one of them in a closure of the value, when it \
      is used, and not while the value is created.
      """
    case .longWait(let key, let delay, let creator):
      """
      Reading '\(key)' has taken more than \(delay): another thread is creating its value, for the \
      read at \(creator).

      This thread continues to wait. If the other one waits for it, for example with \
      'DispatchQueue.main.sync' or a semaphore, neither continues. To fix this, do not wait for \
      other threads while a value is created: do such work in a closure of the value.
      """
    }
  }

  /// The sentence about the threads of a cycle, with a space after it; empty for one thread.
  private static func waiting(_ threadCount: Int) -> String {
    if threadCount == 1 { return "" }
    return "\(threadCount) threads each create a part of it, and wait for each other. "
  }
}

/// Reports a mistake to the log in force; the program continues.
func report(_ misuse: DependencyMisuse, fileID: StaticString, line: UInt) {
  report(misuse.text, fileID: fileID, line: line)
}
