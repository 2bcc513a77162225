import Foundation
import TestSupport

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
    // The first source waits until the modules of the system are in the cache.
    let result = try PipedResult(
      "/bin/sh",
      ["-c", #"exec "$0" "$@" 2>&1"#, executable.path(percentEncoded: false)] + arguments,
      seconds: 600)
    let status: Int32 =
      switch result.ending {
      case .exited(let status): status
      case .killed(let signal): 128 + signal
      }
    return Output(text: result.output, status: status)
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
