import Foundation

/// A program with its arguments, to be run to its end.
struct Job: Sendable, Equatable {
  /// What the program wrote, both its output and its errors, and the status with which it ended.
  struct Output: Equatable {
    let text: String
    let status: Int32
  }

  let executable: URL
  var arguments: [String]

  /// As many jobs at a time as there are processors; each blocks a thread that nobody else needs.
  private static let queue: OperationQueue = {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = ProcessInfo.processInfo.activeProcessorCount
    return queue
  }()

  /// Runs the program when it is its turn.
  func output() async throws -> Output {
    try await withCheckedThrowingContinuation { continuation in
      Self.queue.addOperation {
        continuation.resume(with: Result { try run() })
      }
    }
  }

  /// Runs the program and blocks until it has ended.
  func run() throws -> Output {
    let process = Process()
    let pipe = Pipe()
    // A program that another test starts meanwhile must not keep the pipe open.
    for handle in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
      _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
    }
    process.executableURL = executable
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return Output(text: text, status: process.terminationStatus)
  }
}

extension Job {
  /// The job that a line states, as a shell reads it; nil if the line is empty.
  init?(line: some StringProtocol) {
    var words = [""]
    var isQuoted = false
    for character in line {
      if character == "'" {
        isQuoted.toggle()
      } else if character == " " && !isQuoted {
        words.append("")
      } else {
        words[words.count - 1].append(character)
      }
    }
    words.removeAll(where: \.isEmpty)
    guard let first = words.first else { return nil }
    executable = URL(filePath: first)
    arguments = Array(words.dropFirst())
  }
}
