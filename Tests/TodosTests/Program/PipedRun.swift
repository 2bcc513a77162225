import Foundation
import Glibc

/// A pipe whose ends are not inherited by programs that other tests start meanwhile.
///
/// A named one, for a moment: `pipe` makes ends that are inherited until they are told not to be.
struct PrivatePipe {
  let readEnd: FileHandle
  let writeEnd: FileHandle

  init() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("todos-tests-\(UUID().uuidString)").path
    guard unsafe mkfifo(path, 0o600) == 0 else { throw POSIXError(.EEXIST) }
    defer { unsafe unlink(path) }
    // The first end is opened without waiting for the second one.
    let reading = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    let writing = unsafe open(path, O_WRONLY | O_CLOEXEC)
    guard reading >= 0, writing >= 0, fcntl(reading, F_SETFL, 0) == 0 else {
      throw POSIXError(.EMFILE)
    }
    readEnd = FileHandle(fileDescriptor: reading, closeOnDealloc: true)
    writeEnd = FileHandle(fileDescriptor: writing, closeOnDealloc: true)
  }
}

/// A run of the program without a terminal: what it has been given, and what it has written.
final class PipedRun {
  let program: Program
  /// Both of its ends are kept, so that it can be written to also when the program has closed it.
  private let input: PrivatePipe
  private let output: FileHandle
  private let errors: FileHandle

  /// Starts the program; what is typed before is there when it starts.
  init(
    _ arguments: [String] = [], typing text: String = "", in folder: Folder,
    isOutputRead: Bool = true, _ redirection: String = ""
  ) throws {
    let (output, errors) = (try PrivatePipe(), try PrivatePipe())
    input = try PrivatePipe()
    self.output = output.readEnd
    self.errors = errors.readEnd
    if !isOutputRead { try output.readEnd.close() }
    try input.writeEnd.write(contentsOf: Data(text.utf8))
    let ends = Program.Ends(
      input: input.readEnd, output: output.writeEnd, errors: errors.writeEnd)
    program = try Program(arguments, in: folder, ends: ends, redirection: redirection)
    for end in [ends.output, ends.errors] { try end.close() }
  }

  func type(_ text: String) throws {
    try input.writeEnd.write(contentsOf: Data(text.utf8))
  }

  func endInput() throws {
    try input.writeEnd.close()
    try input.readEnd.close()
  }

  /// Nobody reads the output any more.
  func closeOutput() throws {
    try output.close()
  }

  /// The next bytes of the output, as many as the text has.
  func see(_ text: String) throws -> Bool {
    try output.read(upToCount: text.utf8.count) == Data(text.utf8)
  }

  /// The next bytes on standard error, as many as the text has.
  func seeErrors(_ text: String) throws -> Bool {
    try errors.read(upToCount: text.utf8.count) == Data(text.utf8)
  }

  /// What has not been seen of the output, to its end.
  func restOfOutput() throws -> String {
    String(decoding: try output.readToEnd() ?? Data(), as: UTF8.self)
  }

  func restOfErrors() throws -> String {
    String(decoding: try errors.readToEnd() ?? Data(), as: UTF8.self)
  }
}

/// What a whole run without a terminal has come to.
struct PipedResult: Equatable {
  let output: [String]
  let errors: [String]
  let status: Int32

  /// Runs the program on an input that ends.
  init(
    _ arguments: [String] = [], input: String, in folder: Folder, _ redirection: String = ""
  ) throws {
    let run = try PipedRun(arguments, typing: input, in: folder, redirection)
    try run.endInput()
    output = try run.restOfOutput().split(separator: "\n").map(String.init)
    errors = try run.restOfErrors().split(separator: "\n").map(String.init)
    status = run.program.wait()
  }
}
