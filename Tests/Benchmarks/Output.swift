import Foundation

/// Where lines go: each as soon as it is written, also on a pipe.
enum Output {
  static func write(_ text: String) {
    FileHandle.standardOutput.write(Data(text.utf8))
  }

  static func writeError(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }

  /// Runs an operation whose failures nobody is to see on standard error.
  @MainActor static func withoutErrors(_ operation: @MainActor () async -> Void) async {
    let errors = dup(STDERR_FILENO)
    let nowhere = unsafe open("/dev/null", O_WRONLY)
    dup2(nowhere, STDERR_FILENO)
    close(nowhere)
    await operation()
    dup2(errors, STDERR_FILENO)
    close(errors)
  }
}
