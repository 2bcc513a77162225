import Foundation
import Glibc

/// The program `todos` as a process of its own, in a folder of its own.
final class Program {
  /// What a terminal or a pipe is for it.
  struct Ends {
    var input: FileHandle
    var output: FileHandle
    var errors: FileHandle
  }

  private let process = Process()

  /// Starts the program, with a redirection as a shell has it.
  init(
    _ arguments: [String], in folder: Folder, ends: Ends, redirection: String = "",
    environment: [String: String] = [:]
  ) throws {
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", #"exec "$0" "$@" "# + redirection, Self.path] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.environment = ProcessInfo.processInfo.environment
      .merging(["NO_COLOR": "", "TERM": "xterm", "SWIFT_BACKTRACE": "enable=no"]) { $1 }
      .merging(environment) { $1 }
    process.standardInput = ends.input
    process.standardOutput = ends.output
    process.standardError = ends.errors
    try process.run()
    let process = process
    // The bound of every wait for the program: one that hangs fails its test instead of hanging it.
    DispatchQueue.global().asyncAfter(deadline: .now() + 60) { process.kill() }
  }

  deinit {
    process.kill()
    process.waitUntilExit()
  }

  /// The executable that the build put beside the test bundle.
  private static let path = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent().appendingPathComponent("todos").path

  func send(_ signal: Int32) {
    Glibc.kill(process.processIdentifier, signal)
  }

  /// Waits for the end; the exit status, or minus the number of the signal that ended it.
  func wait() -> Int32 {
    process.waitUntilExit()
    return process.terminationReason == .exit
      ? process.terminationStatus : -process.terminationStatus
  }
}

extension Process {
  fileprivate func kill() {
    if isRunning { Glibc.kill(processIdentifier, SIGKILL) }
  }
}
