import Dispatch
import TestSupport

/// A web server on this machine that gives every request the same bytes, or none.
final class FactServer: Sendable {
  let port: UInt16
  private let socket: Int32

  enum Answer: Sendable {
    case response(status: String, body: [UInt8])
    /// The connection stays open, and nothing comes.
    case silence
  }

  /// A port at which nobody listens.
  static func refusingPort() throws -> UInt16 {
    let (socket, port) = try bind()
    close(socket)
    return port
  }

  init(_ answer: Answer) throws {
    (socket, port) = try Self.bind()
    listen(socket, 16)
    DispatchQueue(label: "fact server").async { [socket] in
      var silent: [Int32] = []
      while case let connection = accept(socket, nil, nil), connection >= 0 {
        guard case .response(let status, let body) = answer else {
          silent.append(connection)
          continue
        }
        Self.respond(connection, status, body)
      }
      for connection in silent { close(connection) }
    }
  }

  /// Ends the server, which a test does last: its lifetime alone would end with its last use.
  func stop() {
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
  }

  var url: String { "http://127.0.0.1:\(port)" }

  private static func respond(_ connection: Int32, _ status: String, _ body: [UInt8]) {
    var request = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(connection, &request, request.count)
    let path = String(decoding: request.prefix(max(0, count)), as: UTF8.self).split(separator: " ")
    let text = body.isEmpty ? Array("asked for \(path.dropFirst().first ?? "")".utf8) : body
    let head = "HTTP/1.1 \(status)\r\nContent-Length: \(text.count)\r\nConnection: close\r\n\r\n"
    let bytes = Array(head.utf8) + text
    _ = unsafe TestSupport.write(connection, bytes, bytes.count)
    close(connection)
  }

  private static func bind() throws -> (socket: Int32, port: UInt16) {
    let socket = TestSupport.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe TestSupport.bind(socket, address, size) == 0
          && getsockname(socket, address, &size) == 0
      }
    }
    guard code else { throw Spawn.Failure(call: "bind", code: errno) }
    return (socket, UInt16(bigEndian: address.sin_port))
  }
}
