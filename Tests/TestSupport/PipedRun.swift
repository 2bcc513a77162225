/// What a run of a program without a terminal has written, and how it ended.
package struct PipedRun {
  package let output: String
  package let errors: String
  package let ending: Program.Ending

  package var lines: [String] {
    output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Runs a program on an input that ends.
  package init(
    _ name: String, _ arguments: [String] = [], input: String = "",
    environment: [String: String] = [:]
  ) throws {
    let (stdin, stdout, stderr) = try Spawn.locked {
      (try Spawn.pipe(), try Spawn.pipe(), try Spawn.pipe())
    }
    let program = try Program(
      name, arguments, input: stdin.readEnd, output: stdout.writeEnd, error: stderr.writeEnd,
      environment: environment)
    for end in [stdin.readEnd, stdout.writeEnd, stderr.writeEnd] { close(end) }
    // Fits into the pipe, so that it need not be read for this to return.
    precondition(input.utf8.count <= 4096, "an input of \(input.utf8.count) bytes may block")
    var input = input
    input.withUTF8 { _ = unsafe TestSupport.write(stdin.writeEnd, $0.baseAddress, $0.count) }
    close(stdin.writeEnd)
    output = Self.readAll(stdout.readEnd)
    errors = Self.readAll(stderr.readEnd)
    ending = program.wait()
    close(stdout.readEnd)
    close(stderr.readEnd)
  }

  package static func readAll(_ descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
