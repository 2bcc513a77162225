/// A run of a program without a terminal: what it is given, and what it writes.
package final class PipedRun {
  package let program: Program
  private var input: Int32
  private var output: Int32
  private let errors: Int32
  /// Kept, so that the input can be written to when the program has closed it.
  private var programInput: Int32

  /// Starts a program; what is typed before is there when it starts.
  ///
  /// The output may have no reader from the beginning.
  package init(
    _ name: String, _ arguments: [String] = [], typing text: String = "",
    isOutputRead: Bool = true, environment: [String: String] = [:], in folder: Folder? = nil,
    redirection: String = "", seconds: Int = 60
  ) throws {
    let (stdin, stdout, stderr) = (try Spawn.pipe(), try Spawn.pipe(), try Spawn.pipe())
    (input, programInput) = (stdin.writeEnd, stdin.readEnd)
    (output, errors) = (stdout.readEnd, stderr.readEnd)
    if !isOutputRead {
      close(output)
      output = -1
    }
    // Fits into the pipe, so that it need not be read for this to return.
    precondition(text.utf8.count <= 4096, "an input of \(text.utf8.count) bytes may block")
    Self.write(text, to: stdin.writeEnd)
    program = try Program(
      name, arguments, input: stdin.readEnd, output: stdout.writeEnd, error: stderr.writeEnd,
      environment: environment, in: folder, redirection: redirection, seconds: seconds)
    for end in [stdout.writeEnd, stderr.writeEnd] { close(end) }
  }

  deinit {
    endInput()
    closeOutput()
    close(errors)
  }

  package func type(_ text: String) {
    Self.write(text, to: input)
  }

  package func endInput() {
    for end in [input, programInput] where end >= 0 { close(end) }
    (input, programInput) = (-1, -1)
  }

  /// Nobody reads the output any more.
  package func closeOutput() {
    if output >= 0 { close(output) }
    output = -1
  }

  /// Whether the next bytes of the output are those of the text.
  package func see(_ text: String) -> Bool {
    read(output, upTo: text.utf8.count) == Array(text.utf8)
  }

  /// Whether the next bytes on standard error are those of the text.
  package func seeErrors(_ text: String) -> Bool {
    read(errors, upTo: text.utf8.count) == Array(text.utf8)
  }

  /// The next line of the output, without its end; nil at the end of the output.
  package func nextLine() -> String? {
    program.bounded("for a line") {
      var line: [UInt8] = []
      while let byte = Self.bytes(of: output, upTo: 1).first {
        if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
        line.append(byte)
      }
      return nil
    }
  }

  /// Reads lines of the output up to one; false if it does not come.
  package func seeLine(_ wanted: String) -> Bool {
    program.bounded("to see '\(wanted)'") {
      while let line = nextLine() {
        if line == wanted { return true }
      }
      return false
    }
  }

  /// What has not been seen of the output, to its end.
  package func restOfOutput() -> String {
    String(decoding: read(output), as: UTF8.self)
  }

  package func restOfErrors() -> String {
    String(decoding: read(errors), as: UTF8.self)
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { _ = unsafe TestSupport.write(descriptor, $0.baseAddress, $0.count) }
  }

  /// Reads to the end, or as many bytes.
  private func read(_ descriptor: Int32, upTo limit: Int = .max) -> [UInt8] {
    program.bounded("for its output") { Self.bytes(of: descriptor, upTo: limit) }
  }

  private static func bytes(of descriptor: Int32, upTo limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while bytes.count < limit {
      let count = unsafe TestSupport.read(
        descriptor, &buffer, min(buffer.count, limit - bytes.count))
      // Another test may send this process a signal.
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return bytes
  }
}

/// What a whole run without a terminal has come to.
package struct PipedResult {
  package let output: String
  package let errors: String
  package let ending: Program.Ending

  /// Runs a program on an input that ends.
  package init(
    _ name: String, _ arguments: [String] = [], input: String = "",
    environment: [String: String] = [:], in folder: Folder? = nil, redirection: String = "",
    seconds: Int = 60
  ) throws {
    let run = try PipedRun(
      name, arguments, typing: input, environment: environment, in: folder,
      redirection: redirection, seconds: seconds)
    run.endInput()
    output = run.restOfOutput()
    errors = run.restOfErrors()
    ending = run.program.wait()
  }

  /// The lines of the output; a last one without an end is told apart.
  package var lines: [String] { Self.lines(output) }
  package var errorLines: [String] { Self.lines(errors) }

  private static func lines(_ text: String) -> [String] {
    let parts = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let rest = parts.last, !rest.isEmpty else { return parts.dropLast() }
    return parts.dropLast() + [rest + " (without a line end)"]
  }
}
