import Dispatch
import Foundation
import Testing

/// A program as a process of its own; the only way in which tests start one, beside exit tests.
///
/// Each waits for its own child and no other, so that none takes the end of another's.
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
  private let command: [String]
  private let seconds: Int
  private var ending: Ending?
  private var usage = rusage()

  /// Starts a program with the three descriptors as its standard ones.
  ///
  /// Only in a folder there can be a redirection, as a shell has it, such as `<&-`. The seconds are
  /// how long each wait for the program may take.
  package init(
    _ name: String, _ arguments: [String], input: Int32, output: Int32, error: Int32,
    group: Group = .job, environment: [String: String] = [:], in folder: Folder? = nil,
    redirection: String = "", seconds: Int = 60
  ) throws {
    self.seconds = seconds
    command = Self.command(name, in: folder, redirection) + arguments
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

  /// Waits for something that the program does; one that hangs is killed, so that it fails its test
  /// instead of hanging it.
  ///
  /// Only the time that the test waits counts: other tests may keep it from going on for longer.
  func bounded<Result>(_ aim: String, _ wait: () -> Result) -> Result {
    let stopWatchdog = startWatchdog(aim)
    defer { stopWatchdog() }
    return wait()
  }

  /// Kills the program, with all that it has started, when the time for a wait is over; what this
  /// returns is to be called after the wait.
  private func startWatchdog(_ aim: String) -> () -> Void {
    let deadline = DispatchTime.now() + .seconds(seconds)
    let watchdog = DispatchWorkItem { [pid] in kill(-pid, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: deadline, execute: watchdog)
    return { [command, seconds] in
      watchdog.cancel()
      guard .now() >= deadline else { return }
      Issue.record(
        "Killed after \(seconds) s of waiting \(aim): \(command.joined(separator: " "))",
        sourceLocation: Test.current?.sourceLocation ?? #_sourceLocation)
    }
  }

  /// The status of this child as `waitpid` gives it.
  private func status(_ aim: String, _ options: Int32 = 0) -> Int32 {
    var status: Int32 = 0
    bounded(aim) { while unsafe wait4(pid, &status, options, &usage) < 0, errno == EINTR {} }
    return status
  }

  /// Waits for the end.
  @discardableResult package func wait() -> Ending {
    if let ending { return ending }
    let status = status("for its end")
    let signal = status & 0x7F
    let ended = signal == 0 ? Ending.exited((status >> 8) & 0xFF) : .killed(by: signal)
    ending = ended
    return ended
  }

  /// Waits for the end of a program that takes long, while other tests use the thread and the
  /// processors.
  package func end() async -> Ending {
    let stopWatchdog = startWatchdog("for its end")
    defer { stopWatchdog() }
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
    status("for its stop", WUNTRACED) & 0xFF == 0x7F
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
