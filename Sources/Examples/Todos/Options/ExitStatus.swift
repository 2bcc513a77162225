/// How the program ends, by the numbers of `sysexits.h`.
enum ExitStatus {
  static let success: Int32 = 0
  /// `EX_USAGE`: a wrong command line.
  static let usage: Int32 = 64
  /// `EX_DATAERR`: a command that was not followed, where nobody sees the error and tries again.
  static let wrongCommand: Int32 = 65
  /// `EX_IOERR`: something was not saved or not printed.
  static let notWritten: Int32 = 74

  /// The status that a shell shows for a program that a signal ends.
  static func signal(_ number: Int32) -> Int32 { 128 + number }
}
