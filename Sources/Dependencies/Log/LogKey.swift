extension DependencyValues {
  /// Where messages go, also those of the library about mistakes in its use.
  ///
  /// It is called from any thread, and must not block. The live sink writes each message to standard
  /// error, in one piece. In a test, an error is a failure of the test if `RatchetTesting` is linked; other messages
  /// go where live ones go.
  ///
  /// Set it once for the program, where it starts:
  ///
  /// ```swift
  /// prepareDependencies {
  ///   $0.log = { message in logger.write(message.description) }
  /// }
  /// ```
  ///
  /// Each message goes to the sink that is in force when it is logged: one that is prepared after others have logged
  /// receives what comes from then on. A sink does not receive the messages that it causes itself, also by the tasks
  /// that it creates: those go to standard error. It may pass messages on to the sink that it replaces.
  ///
  /// The closure is not isolated, also where it is written in a function of the main actor: what it captures must be
  /// Sendable, and calling it from another thread does not wait for the main actor.
  public var log: @Sendable (LogMessage) -> Void {
    get { sink.write }
    set { self[LogKey.self] = LogSink(newValue) }
  }

  /// The sink in force: not one that was made before and kept, so that a program can prepare it after the first message.
  private var sink: LogSink {
    overrideValue(for: LogKey.self) ?? ProcessDependencies.preparedValue(for: LogKey.self)
      ?? .standard(in: context)
  }
}

enum LogKey: DependencyKey {
  static var liveValue: LogSink { .standard(in: .live) }
  static var testValue: LogSink { .standard(in: .test) }
}
