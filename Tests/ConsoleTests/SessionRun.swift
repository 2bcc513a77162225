import TestSupport
import Testing

@testable import Console

/// A session in this process, on a terminal for its keys and a socket that keeps its writes apart.
final class SessionRun: Sendable {
  private let master: Int32
  private let slave: Int32
  private let reader: Int32
  private let writer: Int32
  private let task: Task<Int32, any Error>

  /// Starts a session of the probe.
  @MainActor init(work: @escaping @Sendable () async -> Void = {}) throws {
    var terminal: (Int32, Int32) = (-1, -1)
    try #require(unsafe openpty(&terminal.0, &terminal.1, nil, nil, nil) == 0)
    (master, slave) = terminal
    var ends: [Int32] = [-1, -1]
    try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
    (reader, writer) = (ends[0], ends[1])
    // The bound of each wait for a write.
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    unsafe setsockopt(
      reader, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let display = try TerminalDisplay(
      input: Descriptor(number: slave), output: Descriptor(number: writer), area: .inline,
      isColoured: false)
    let session = Session(
      display: display, lifecycle: Lifecycle(isTerminal: true, waitsForEffects: true),
      events: EventSource(
        input: Descriptor(number: slave), output: Descriptor(number: writer),
        pipe: try WakePipe()),
      work: work)
    task = Task { try await session.run() }
  }

  deinit {
    for end in [master, slave, reader, writer] { close(end) }
  }

  var status: Int32 {
    get async throws { try await task.value }
  }

  func type(_ keys: String) {
    var keys = keys
    keys.withUTF8 { _ = unsafe TestSupport.write(master, $0.baseAddress, $0.count) }
  }

  /// What the next `write` wrote; nil if there was none.
  @concurrent func nextWrite() async -> String? {
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = unsafe read(reader, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }

  /// Takes writes until one contains the text; returns how many they were.
  func writes(until text: String, on screen: inout VirtualScreen) async -> Int? {
    var count = 0
    while !screen.text.contains(text) {
      guard let write = await nextWrite() else { return nil }
      screen.write(write)
      count += 1
    }
    return count
  }
}
