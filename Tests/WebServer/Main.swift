import Console
import Foundation
import Synchronization

// A web server that does what its standard input says, so that a test decides what is answered, in
// which order, and when.
//
// It prints its port, then a line for each request, as `request 1 /path|Range: bytes=10-`, and for
// each connection that the client has closed, as `closed 1`. It reads:
//
//     text 1 HTTP/1.0 200 OK\n\nHello     sends the text; `\n` stands for a line end
//     bytes 1 10 1000                     sends the bytes 10 to 1009 of its content
//     end 1                               says that nothing more comes
//
// It ends with its input.

@main enum Main {
  static func main() throws {
    // A client may have enough of an answer, which is an error of the next write.
    signal(SIGPIPE, SIG_IGN)
    let (listener, port) = try listen()
    say("\(port)")
    Thread.detachNewThread {
      for number in 1... {
        let connection = accept(listener, nil, nil)
        Connections.add(Descriptor(number: connection), number)
        Thread.detachNewThread { serve(Descriptor(number: connection), number) }
      }
    }
    while let line = readLine() { Connections.follow(line) }
  }

  private static func serve(_ connection: Descriptor, _ number: Int) {
    var head = ""
    while !head.contains("\r\n\r\n") {
      guard let bytes = try? connection.nextBytes(), !bytes.isEmpty else { break }
      head += String(decoding: bytes, as: UTF8.self)
    }
    let lines = head.split(separator: "\r\n")
    let path = lines.first?.split(separator: " ").dropFirst().first ?? ""
    let fields = lines.dropFirst().filter { $0.hasPrefix("Range:") || $0.hasPrefix("If-Range:") }
      .sorted()
    say("request \(number) \(path)" + fields.map { "|\($0)" }.joined())
    while let bytes = try? connection.nextBytes(), !bytes.isEmpty {}
    say("closed \(number)")
  }

  private static func listen() throws -> (Int32, UInt16) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    // Safe: an address of this family is a prefix of a socket's address, by the rules of C.
    let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(listener, address, size) == 0 && getsockname(listener, address, &size) == 0
      }
    }
    guard code, Glibc.listen(listener, 64) == 0 else { throw SystemError(code: errno) }
    return (listener, UInt16(bigEndian: address.sin_port))
  }
}

/// Prints a line at once.
private func say(_ line: String) {
  try? Descriptor.standardOutput.write(line + "\n")
}

/// The connections by their numbers; each is written to on a queue of its own.
private enum Connections {
  private struct Entry {
    let connection: Descriptor
    let queue: DispatchQueue
  }

  private static let entries = Mutex<[Int: Entry]>([:])

  static func add(_ connection: Descriptor, _ number: Int) {
    let queue = DispatchQueue(label: "connection \(number)")
    entries.withLock { $0[number] = Entry(connection: connection, queue: queue) }
  }

  /// Does what a line of the input says.
  static func follow(_ line: String) {
    let words = line.split(separator: " ", maxSplits: 2)
    guard words.count >= 2, let number = Int(words[1]),
      let entry = entries.withLock({ $0[number] })
    else { return say("not understood: \(line)") }
    let rest = words.count > 2 ? String(words[2]) : ""
    entry.queue.async {
      switch words[0] {
      case "text":
        try? entry.connection.write(rest.replacing(#"\n"#, with: "\r\n"))
      case "bytes":
        let numbers = rest.split(separator: " ").compactMap { Int($0) }
        send(from: numbers[0], count: numbers[1], to: entry.connection)
      case "end":
        shutdown(entry.connection.number, Int32(SHUT_WR))
      default:
        say("not understood: \(line)")
      }
    }
  }

  private static func send(from start: Int, count: Int, to connection: Descriptor) {
    var next = start
    while next < start + count {
      let end = min(next + 65_536, start + count)
      // The client may have enough of it.
      guard (try? connection.write((next..<end).map { UInt8(truncatingIfNeeded: $0 / 7) })) != nil
      else { return }
      next = end
    }
  }
}
