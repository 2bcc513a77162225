import RatchetDependencies
import RatchetTesting
import TestSupport

/// A feature whose state is the list of what it has reduced, and whose effects are looked up by
/// action.
struct Script: Reducer {
  typealias State = [String]
  typealias Action = String

  var effects: [String: Effect<String>] = [:]
  /// Called by the reducer, as a dependency would be.
  var call: @MainActor (String) -> Void = { _ in }

  func reduce(into state: inout [String], action: String) -> Effect<String> {
    state.append(action)
    MainActor.assumeIsolated { call(action) }
    return effects[action] ?? .none
  }
}

typealias ScriptStore = Store<[String], String>

extension Store<[String], String> {
  /// A store that runs a script.
  convenience init(
    _ effects: [String: Effect<String>], log messages: Messages? = nil,
    call: @escaping @MainActor (String) -> Void = { _ in }
  ) {
    self.init(initialState: []) {
      Script(effects: effects, call: call)
    } withDependencies: {
      if let messages { $0.log = messages.sink }
    }
  }

  /// Whether nothing is in flight, and all that was started has ended.
  var isAtRest: Bool {
    let done = statistics.effectsFinished + statistics.effectsCancelled
    return registry.isClean && inFlight.isEmpty && statistics.effectsUnwinding == 0
      && statistics.effectsStarted == done
  }
}

extension Store {
  /// A store that reports to a test.
  convenience init(
    initialState: @autoclosure () -> State, log messages: Messages,
    @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>
  ) {
    self.init(initialState: initialState(), reducer: reducer) { $0.log = messages.sink }
  }

  /// A store with a storage of its own.
  convenience init(
    initialState: @autoclosure () -> State, storage: SharedStorage,
    @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>
  ) {
    self.init(initialState: initialState(), reducer: reducer) { $0.sharedStorage = storage }
  }
}

/// A value that closures share.
@MainActor final class Box<Value> {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// A place for something that is made after the closures that use it.
@MainActor final class Slot<Value> {
  var value: Value?
}

/// Collects what a store reports.
final class Messages: Sendable {
  private let collected = Locked<[LogMessage]>([])

  var all: [LogMessage] { collected.withLock { $0 } }

  var texts: [String] { all.map(\.text) }

  /// The sink for `DependencyValues.log`.
  var sink: @Sendable (LogMessage) -> Void {
    { [collected] message in collected.withLock { $0.append(message) } }
  }
}

/// Holds operations until a test opens it.
@MainActor final class Signal {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Lets all through, now and later.
  func open() {
    isOpen = true
    let released = waiting
    waiting = []
    for continuation in released { continuation.resume() }
  }

  /// Returns when the signal is open, whether or not the task is cancelled.
  func wait() async {
    if isOpen { return }
    await withCheckedContinuation { waiting.append($0) }
  }
}

/// Returns when the task is cancelled.
@MainActor func untilCancelled() async {
  let (stream, continuation) = AsyncStream<Never>.makeStream()
  for await _ in stream {}
  continuation.finish()
}

/// Returns some time after the task is cancelled, as an operation does that cleans up.
///
/// Beside other tests on the main actor, that may take longer than the second that an operation
/// has: a test gives it a minute.
@MainActor func untilCleanedUp() async {
  await untilCancelled()
  for _ in 0..<200 { await MainActor.runQueue() }
}

/// How far apart the stack's ends were that were noted.
@MainActor final class StackSpread {
  private var lowest = UInt.max
  private var highest = UInt.min

  var spread: UInt { highest - lowest }

  func note() {
    var local = 0
    let address = unsafe withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) }
    lowest = min(lowest, address)
    highest = max(highest, address)
  }
}
