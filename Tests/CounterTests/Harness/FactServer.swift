import Dispatch
import TestSupport

/// A web server on this machine that gives every request the same bytes, or none.
final class FactServer: Sendable {
  private let socket: LocalSocket
  private let queue = DispatchQueue(label: "fact server")

  enum Answer: Sendable {
    case response(status: String, body: [UInt8])
    /// The connection stays open, and nothing comes.
    case silence
    /// The connection ends, and nothing comes.
    case loss
  }

  init(_ answer: Answer) throws {
    socket = try LocalSocket()
    listen(socket.descriptor, 16)
    queue.async { [socket = socket.descriptor] in
      var silent: [Int32] = []
      while case let connection = accept(socket, nil, nil), connection >= 0 {
        switch answer {
        case .response(let status, let body): Self.respond(connection, status, body)
        case .silence: silent.append(connection)
        case .loss: close(connection)
        }
      }
      for connection in silent { close(connection) }
    }
  }

  /// Ends the server, which a test does last: its lifetime alone would end with its last use.
  func stop() {
    shutdown(socket.descriptor, Int32(SHUT_RDWR))
    // Another server could get the same number while this one still waits for connections.
    queue.sync {}
    socket.close()
  }

  var url: String { socket.url }

  private static func respond(_ connection: Int32, _ status: String, _ body: [UInt8]) {
    var request = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(connection, &request, request.count)
    let path = String(decoding: request.prefix(max(0, count)), as: UTF8.self).split(separator: " ")
    let text = body.isEmpty ? Array("asked for \(path.dropFirst().first ?? "")".utf8) : body
    let head = "HTTP/1.1 \(status)\r\nContent-Length: \(text.count)\r\nConnection: close\r\n\r\n"
    let bytes = Array(head.utf8) + text
    // The client may be gone, which must not end the test.
    _ = unsafe send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    close(connection)
  }
}
