import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Turns the signals that end the program into bytes of a pipe, so that the list can be saved first.
enum Signals {
  private static let pipeEnd = Atomic<Int32>(-1)
  private static let hasCome = Atomic<Bool>(false)

  /// Takes the signals over; returns where the numbers of those that come can be read.
  static func install() throws(SystemError) -> Descriptor {
    var ends: [Int32] = [0, 0]
    try SystemError.check { unsafe pipe(&ends) }
    // Both are initialized by their first use, which must not be that of a handler.
    pipeEnd.store(ends[1], ordering: .sequentiallyConsistent)
    hasCome.store(false, ordering: .sequentiallyConsistent)
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number) { Signals.arrived($0) } }
    return Descriptor(number: ends[0])
  }

  /// Async-signal-safe.
  private static func arrived(_ number: Int32) {
    let code = errno
    // Who asks twice does not want to wait.
    if hasCome.exchange(true, ordering: .sequentiallyConsistent) { _exit(128 + number) }
    var byte = UInt8(number)
    _ = unsafe write(pipeEnd.load(ordering: .sequentiallyConsistent), &byte, 1)
    errno = code
  }
}
