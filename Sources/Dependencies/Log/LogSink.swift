extension DependencyValues {
  /// The destination of messages, including the library's about mistakes in its use.
  ///
  /// It is called from any thread and must not block. The live sink writes each message to standard
  /// error, in one piece. In a test, an error is a failure of the test if `RatchetTesting` is
  /// linked; other messages go where live ones do.
  ///
  /// Set it once for the program, at launch:
  ///
  /// ```swift
  /// prepareDependencies {
  ///   $0.log = { message in logger.write(message.description) }
  /// }
  /// ```
  ///
  /// Each message goes to the sink that is current when it is logged, so a sink that is prepared
  /// later receives what is logged from then on. A sink does not receive messages that it causes
  /// itself, directly or through tasks that it creates: those go to standard error. It may pass
  /// messages on to the sink that it replaces. It must not set a new sink each time that it is
  /// called: messages that it causes would go to the new one, without end.
  ///
  /// The closure is not isolated, even if it is written in a function of the main actor: its
  /// captures must be Sendable, and calling it from another thread does not wait for the main
  /// actor.
  public var log: @Sendable (LogMessage) -> Void {
    get { sink.write }
    set { self[LogKey.self] = LogSink(newValue) }
  }

  /// The sink in force.
  ///
  /// A normal read would create a value and count as a use of dependencies: a program could not
  /// prepare a sink after the first message. `valueIfSet` does neither.
  private var sink: LogSink { valueIfSet(for: LogKey.self) ?? .standard(in: context) }
}

/// The key of `log`, which never reads the test value: it is there because a key must have one.
enum LogKey: TestDependencyKey {
  static var testValue: LogSink { .standard(in: .test) }
}

/// The value of `DependencyValues.log`: wraps the closure that a program sets, and writes messages
/// that the closure causes itself to standard error.
///
/// Otherwise a closure that logs, or makes a mistake that is reported, would call itself until the
/// stack overflows.
final class LogSink: Sendable {
  /// The sinks whose closures are running around this code, or around the code that created its
  /// task.
  private static let running = TaskLocal<[LogSink]>(wrappedValue: [])

  private let receive: @Sendable (LogMessage) -> Void

  init(_ receive: @escaping @Sendable (LogMessage) -> Void) {
    self.receive = receive
  }

  /// Passes a message to the closure, or to standard error if the closure causes it.
  func write(_ message: LogMessage) {
    let running = Self.running.get()
    if running.contains(where: { $0 === self }) {
      let reason = "The log sink caused this message itself, so it was written to standard error."
      return writeToStandardError("\(message) (\(reason))\n")
    }
    Self.running.withValue(running + [self]) { receive(message) }
  }
}

extension LogSink {
  /// The default sink of a context.
  static func standard(in context: DependencyContext) -> LogSink {
    context == .test ? test : live
  }

  private static let live = LogSink { writeToStandardError("\($0)\n") }

  /// Makes an error a failure of the running test, if `RatchetTesting` is linked.
  private static let test = LogSink { message in
    if message.level == .error, let framework = RunningTest.framework {
      framework.record(message)
    } else {
      live.write(message)
    }
  }
}
