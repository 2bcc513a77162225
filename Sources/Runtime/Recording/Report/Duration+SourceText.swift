extension Duration {
  /// The duration as Swift source, such as `.milliseconds(250)`, with nothing rounded.
  package var sourceText: String {
    let (seconds, attoseconds) = components
    if attoseconds == 0 { return ".seconds(\(seconds))" }
    let milliseconds = attoseconds / 1_000_000_000_000_000
    let (whole, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000)
    if !isTooLarge, attoseconds % 1_000_000_000_000_000 == 0 {
      return ".milliseconds(\(whole + milliseconds))"
    }
    return "Duration(secondsComponent: \(seconds), attosecondsComponent: \(attoseconds))"
  }
}
