import Dispatch

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Hands the signals that end the program to the main actor, so that the list can be saved first.
@MainActor enum Signals {
  private static var sources: [any DispatchSourceSignal] = []
  private static var count = 0

  static func handle(by handler: @escaping @MainActor (_ number: Int32, _ isFirst: Bool) -> Void) {
    // A reader that has gone away is an error of the next write.
    signal(SIGPIPE, SIG_IGN)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler {
        count += 1
        handler(number, count == 1)
      }
      source.resume()
      sources.append(source)
    }
  }
}
