internal import Dispatch
internal import Synchronization

/// A TCP connection to a server.
///
/// Each step waits in `poll`, on the connection's own queue, so that no thread of Swift's pool
/// blocks. Cancelling the task shuts the socket down, which ends the wait.
final class Connection: Sendable {
  private let descriptor: Descriptor
  /// How long a step may wait.
  private let timeout: Duration
  private let isCancelled = Atomic<Bool>(false)
  private let queue = DispatchQueue(label: "console.connection")

  /// Connects to the first address of a host that accepts.
  ///
  /// The name look-up is the only step that cannot be cancelled.
  static func open(
    host: String, port: Int, timeout: Duration
  ) async throws -> Connection {
    var failure = HTTPError.unknownHost(host)
    for address in try await addresses(of: host, port: port) {
      try Task.checkCancellation()
      do {
        let connection = try Connection(family: address.family, timeout: timeout)
        try await connection.reach(address)
        return connection
      } catch let error as HTTPError {
        failure = error
      }
    }
    throw failure
  }

  private init(family: Int32, timeout: Duration) throws(HTTPError) {
    let number = socket(family, TCP.stream, 0)
    guard number >= 0 else { throw .unreachable(SystemError(code: errno).reason) }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    _ = fcntl(number, F_SETFL, O_NONBLOCK)
    descriptor = Descriptor(number: number)
    self.timeout = timeout
  }

  deinit {
    close(descriptor.number)
  }

  /// Reads the next bytes; empty at the end.
  func nextBytes() async throws -> [UInt8] {
    try await perform { [self] () throws(HTTPError) in
      var bytes = [UInt8](repeating: 0, count: 65_536)
      while true {
        try wait(for: POLLIN)
        let count = unsafe read(descriptor.number, &bytes, bytes.count)
        if count >= 0 { return Array(bytes[..<count]) }
        guard errno == EAGAIN || errno == EINTR else { throw .connectionLost }
      }
    }
  }

  func write(_ text: String) async throws {
    try await perform { [self] () throws(HTTPError) in
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        try wait(for: POLLOUT)
        let count = unsafe send(descriptor.number, Array(rest), rest.count, TCP.noSignal)
        if count > 0 { rest = rest.dropFirst(count) }
        guard count > 0 || errno == EAGAIN || errno == EINTR else { throw .connectionLost }
      }
    }
  }

  private func reach(_ address: Address) async throws {
    try await perform { [self] () throws(HTTPError) in
      let code = unsafe address.bytes.withUnsafeBytes { bytes in
        // Safe: `getaddrinfo` has made the bytes, as an address of their family.
        let start = unsafe bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
        return unsafe connect(descriptor.number, start, socklen_t(bytes.count)) == 0 ? 0 : errno
      }
      // A cancellation before this line is seen here; one after it ends the wait.
      if isCancelled.load(ordering: .sequentiallyConsistent) { throw .connectionLost }
      guard code == 0 || code == EINPROGRESS else { throw HTTPError(connecting: code) }
      try wait(for: POLLOUT)
      var error: Int32 = 0
      var size = socklen_t(MemoryLayout<Int32>.size)
      _ = unsafe getsockopt(descriptor.number, SOL_SOCKET, SO_ERROR, &error, &size)
      guard error == 0 else { throw HTTPError(connecting: error) }
    }
  }

  private func wait(for event: Int32) throws(HTTPError) {
    var waits = [pollfd(fd: descriptor.number, events: Int16(event), revents: 0)]
    let limit = Int32(clamping: Int((timeout / .milliseconds(1)).rounded(.up)))
    while true {
      let count = unsafe poll(&waits, 1, limit)
      if count > 0 { return }
      if count == 0 { throw .timedOut(timeout) }
      guard errno == EINTR else { throw .connectionLost }
    }
  }

  private func perform<Value: Sendable>(
    _ step: @escaping @Sendable () throws(HTTPError) -> Value
  ) async throws -> Value {
    let result = await withTaskCancellationHandler {
      await Self.result(on: queue, of: step)
    } onCancel: {
      isCancelled.store(true, ordering: .sequentiallyConsistent)
      shutdown(descriptor.number, Int32(SHUT_RDWR))
    }
    try Task.checkCancellation()
    return try result.get()
  }

  private static func result<Value: Sendable>(
    on queue: DispatchQueue, of step: @escaping @Sendable () throws(HTTPError) -> Value
  ) async -> Result<Value, HTTPError> {
    await withCheckedContinuation { continuation in
      queue.async {
        continuation.resume(returning: Result { () throws(HTTPError) in try step() })
      }
    }
  }
}

extension Connection {
  /// An address to which a socket can connect.
  private struct Address: Sendable {
    let family: Int32
    let bytes: [UInt8]
  }

  private static func addresses(of host: String, port: Int) async throws -> [Address] {
    try await result(on: DispatchQueue(label: "console.addresses")) { () throws(HTTPError) in
      var list: UnsafeMutablePointer<addrinfo>?
      // Safe: the list is read before it is freed, and each entry has as many bytes as it says.
      guard unsafe getaddrinfo(host, "\(port)", nil, &list) == 0 else { throw .unknownHost(host) }
      defer { unsafe freeaddrinfo(list) }
      var addresses: [Address] = []
      var next = unsafe list
      while let entry = unsafe next?.pointee {
        // There is one entry for each socket type.
        if unsafe entry.ai_socktype == TCP.stream {
          let bytes = unsafe UnsafeRawBufferPointer(
            start: entry.ai_addr, count: Int(entry.ai_addrlen))
          unsafe addresses.append(Address(family: entry.ai_family, bytes: Array(bytes)))
        }
        unsafe next = entry.ai_next
      }
      return addresses
    }.get()
  }
}

extension HTTPError {
  fileprivate init(connecting code: Int32) {
    self = code == ECONNREFUSED ? .refused : .unreachable(SystemError(code: code).reason)
  }
}
