import Logging
import Ratchet

/// A sink for `\.log` that forwards messages to swift-log.
package func logSink(to logger: Logger) -> @Sendable (LogMessage) -> Void {
  { message in
    logger.orCurrent.log(
      level: Logger.Level(message.level), "\(message.text)", file: message.fileID,
      line: message.line)
  }
}

extension Reducer {
  /// Gives the logger of each effect the name of the effect and the path of its feature.
  package func logging(to logger: Logger) -> some Reducer<State, Action> {
    aroundEffect { effect, operation in
      var logger = logger.orCurrent
      logger[metadataKey: "effect"] = "\(effect.name ?? "unnamed")"
      logger[metadataKey: "feature"] = "\(effect.path)"
      try await withLogger(logger) { _ in try await operation() }
    }
  }
}

extension Logger {
  /// The logger of the current task; this one if none is set, which the empty label shows.
  var orCurrent: Logger { Logger.current.label.isEmpty ? self : .current }
}

extension Logger.Level {
  init(_ level: LogMessage.Level) {
    self =
      switch level {
      case .debug: .debug
      case .info: .info
      case .warning: .warning
      case .error: .error
      }
  }
}
