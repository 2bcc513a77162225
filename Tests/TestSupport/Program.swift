import Dispatch
import Foundation

/// One of the executables of this package as a process of its own.
package final class Program {
  package enum Ending: Codable, Equatable {
    case exited(Int32)
    case killed(by: Int32)
  }

  package enum Group {
    /// A job beside the test's own, which a stop can stop.
    case job
    /// A session without a shell, whose terminal is the given one.
    case session(terminal: String)
  }

  package let pid: pid_t
  /// Reads end-of-file when the process has ended.
  package let exitPipe: Int32
  private var ending: Ending?
  private var usage = rusage()

  /// Starts a program with the three descriptors as its standard ones.
  ///
  /// Only in a folder there can be a redirection, as a shell has it, such as `<&-`.
  package init(
    _ name: String, _ arguments: [String], input: Int32, output: Int32, error: Int32,
    group: Group = .job, environment: [String: String] = [:], in folder: Folder? = nil,
    redirection: String = ""
  ) throws {
    let command = Self.command(name, in: folder, redirection) + arguments
    let (readEnd, writeEnd) = try Spawn.pipe()
    defer { close(writeEnd) }
    var spawn = Spawn(path: command[0], arguments: Array(command[1...]), environment: environment)
    spawn.descriptors = [(input, 0), (output, 1), (error, 2), (writeEnd, 3)]
    spawn.group = group
    (pid, exitPipe) = (try spawn.start(), readEnd)
  }

  deinit {
    if ending == nil {
      kill(pid, SIGKILL)
      wait()
    }
    close(exitPipe)
  }

  /// The folder in which the build put the test bundle, and the executables beside it.
  package static var folder: String {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
  }

  /// An executable beside the test bundle, or one with a whole path; in a folder a shell replaces
  /// itself with it.
  private static func command(
    _ name: String, in folder: Folder?, _ redirection: String
  ) -> [String] {
    let path = name.hasPrefix("/") ? name : "\(Self.folder)/\(name)"
    guard let folder else { return [path] }
    return ["/bin/sh", "-c", #"cd "$0" && exec "$@" "# + redirection, folder.path, path]
  }

  package func send(_ signal: Int32) {
    kill(pid, signal)
  }

  // MARK: - Waiting

  /// Waits for something that the program does; one that hangs is killed after a minute, so that it
  /// fails its test instead of hanging it.
  ///
  /// Only the time that the test waits counts: other tests may keep it from going on for longer.
  func bounded<Result>(_ wait: () -> Result) -> Result {
    let watchdog = startWatchdog(minutes: 1)
    defer { watchdog.cancel() }
    return wait()
  }

  private func startWatchdog(minutes: Int) -> DispatchWorkItem {
    let watchdog = DispatchWorkItem { [pid] in kill(pid, SIGKILL) }
    DispatchQueue.global().asyncAfter(
      deadline: .now() + .seconds(60 * minutes), execute: watchdog)
    return watchdog
  }

  /// Waits for the end.
  @discardableResult package func wait() -> Ending {
    if let ending { return ending }
    var status: Int32 = 0
    bounded { while unsafe wait4(pid, &status, 0, &usage) < 0, errno == EINTR {} }
    let signal = status & 0x7F
    let ended = signal == 0 ? Ending.exited((status >> 8) & 0xFF) : .killed(by: signal)
    ending = ended
    return ended
  }

  /// Waits for the end of a program that takes long, while other tests use the thread and the
  /// processors.
  ///
  /// One that hangs is killed after ten minutes: what takes 20 seconds alone has taken 80 beside
  /// other work.
  package func end() async -> Ending {
    let watchdog = startWatchdog(minutes: 10)
    defer { watchdog.cancel() }
    await withCheckedContinuation { continuation in
      let exit = DispatchSource.makeReadSource(fileDescriptor: exitPipe)
      exit.setEventHandler { exit.cancel() }
      exit.setCancelHandler { continuation.resume() }
      exit.activate()
    }
    return wait()
  }

  /// Waits until the process has been stopped; false if it ended instead, after which nothing is
  /// left of it.
  package func waitForStop() -> Bool {
    var status: Int32 = 0
    bounded { while unsafe waitpid(pid, &status, WUNTRACED) < 0, errno == EINTR {} }
    return status & 0xFF == 0x7F
  }

  // MARK: - Measuring

  /// The processor time that the program took, with all that it started and waited for.
  ///
  /// Unlike the time that has passed, it does not depend on what else the machine is doing.
  package var processorTime: Duration {
    [usage.ru_utime, usage.ru_stime].reduce(.zero) { sum, time in
      sum + .seconds(time.tv_sec) + .microseconds(time.tv_usec)
    }
  }

  /// The most memory that the running program has had, in bytes; nil where the system does not say.
  ///
  /// Not what `rusage` has, which begins with the memory of the tests.
  package var peakMemory: Int? {
    let status = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
  }
}

/// Swift cannot look into the unions that C has in `rusage`: without this, a failed expectation
/// about anything that holds a program would crash.
extension Program: CustomReflectable {
  package var customMirror: Mirror { Mirror(self, children: ["pid": pid]) }
}
