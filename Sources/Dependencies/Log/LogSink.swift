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
  /// messages on to the sink that it replaces, but not set another one each time that it is called.
  ///
  /// The closure is not isolated, even if it is written in a function of the main actor: its
  /// captures must be Sendable, and calling it from another thread does not wait for the main
  /// actor.
  public var log: @Sendable (LogMessage) -> Void {
    get { sink.write }
    set { self[LogKey.self] = LogSink(newValue) }
  }

  /// The sink in force; not cached, so that a program can prepare one after the first message.
  private var sink: LogSink { valueIfSet(for: LogKey.self) ?? .standard(in: context) }
}

enum LogKey: TestDependencyKey {
  static var testValue: LogSink { .standard(in: .test) }
}

/// The destination of log messages: wraps the closure that a program sets as `log`, and keeps from
/// it the messages that the closure causes itself.
///
/// Otherwise a closure that logs, or makes a mistake that is reported, would call itself until the
/// stack overflows.
final class LogSink: Sendable {
  /// The sinks being called around this code; inherited by tasks that they create.
  private static let calls = TaskLocal<[LogSink]>(wrappedValue: [])

  private let receive: @Sendable (LogMessage) -> Void

  init(_ receive: @escaping @Sendable (LogMessage) -> Void) {
    self.receive = receive
  }

  /// Passes a message to the closure, or to standard error if the closure causes it.
  func write(_ message: LogMessage) {
    let calls = Self.calls.get()
    if calls.contains(where: { $0 === self }) {
      let reason = "The log sink caused this message itself, so it was written to standard error."
      return writeToStandardError("\(message) (\(reason))\n")
    }
    Self.calls.withValue(calls + [self]) { receive(message) }
  }
}

extension LogSink {
  /// The default sink of a context.
  static func standard(in context: DependencyContext) -> LogSink {
    context == .test ? test : live
  }

  private static let live = LogSink { writeToStandardError("\($0)\n") }

  private static let test = LogSink { message in
    if message.level == .error, let framework = RunningTest.framework {
      framework.record(message)
    } else {
      live.write(message)
    }
  }
}
