/// A web server on this machine, as a process of its own, that answers as the test says: when, in
/// which order, and with what.
package final class WebServer {
  /// What a client has asked for.
  package struct Request: Equatable {
    package let number: Int
    package let path: String
    /// `Range` and `If-Range`, as they came.
    package let fields: [String]
  }

  package let port: String
  private let run: PipedRun
  private var requests: [Request] = []
  private var closed: Set<Int> = []

  package init() throws {
    run = try PipedRun("webserver")
    port = run.nextLine() ?? "none"
  }

  package var url: String { "http://127.0.0.1:\(port)" }

  /// Waits for the next request; nil if the server has ended.
  package func nextRequest() -> Request? {
    while requests.isEmpty {
      guard readLine() else { return nil }
    }
    return requests.removeFirst()
  }

  /// Waits until the client has closed the connection of a request; false if the server has ended.
  package func waitForClose(of request: Request) -> Bool {
    while !closed.contains(request.number) {
      guard readLine() else { return false }
    }
    return true
  }

  /// Sends a whole answer.
  package func answer(_ request: Request, status: String = "200 OK", _ body: String = "") {
    send("HTTP/1.0 \(status)\nContent-Length: \(body.utf8.count)\n\n\(body)", to: request)
    end(request)
  }

  /// Sends a piece of an answer, with line ends as the protocol has them.
  package func send(_ text: String, to request: Request) {
    run.type("text \(request.number) \(text.replacing("\n", with: #"\n"#))\n")
  }

  /// Sends a part of the content that `content` gives.
  package func send(bytes range: Range<Int>, to request: Request) {
    run.type("bytes \(request.number) \(range.lowerBound) \(range.count)\n")
  }

  /// Says that nothing more comes.
  package func end(_ request: Request) {
    run.type("end \(request.number)\n")
  }

  /// Ends the server: from now on, nobody listens at its port.
  package func stop() {
    run.endInput()
    run.program.wait()
  }

  /// The beginning of what `send(bytes:to:)` sends parts of.
  package static func content(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) }
  }

  private func readLine() -> Bool {
    guard let line = run.nextLine() else { return false }
    let words = line.split(separator: " ", maxSplits: 2)
    guard words.count >= 2, let number = Int(words[1]) else { return false }
    if words[0] == "closed" {
      closed.insert(number)
    } else {
      let parts = (words.count > 2 ? String(words[2]) : "").split(separator: "|").map(String.init)
      requests.append(
        Request(number: number, path: parts.first ?? "", fields: Array(parts.dropFirst())))
    }
    return true
  }
}
