#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#endif

extension DependencyValues {
  /// Where messages go, also those of the library about mistakes in its use.
  ///
  /// It is called from any thread, and must not block. The live sink writes each message to standard
  /// error, in one piece.
  public var log: @Sendable (LogMessage) -> Void {
    get { self[LogKey.self] }
    set { self[LogKey.self] = newValue }
  }
}

enum LogKey: DependencyKey {
  static let liveValue: @Sendable (LogMessage) -> Void = { message in
    writeToStandardError("\(message)\n")
  }

  static var testValue: @Sendable (LogMessage) -> Void { liveValue }
}

/// Writes a text with one call, so that texts of several threads do not mix; what the descriptor does not
/// take at once is written next, and an error ends it.
private func writeToStandardError(_ text: String) {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let written = unsafe rest.withUnsafeBytes { unsafe write(2, $0.baseAddress, $0.count) }
    if written > 0 {
      rest.removeFirst(written)
    } else if written == 0 || errno != EINTR {
      return
    }
  }
}
