import Foundation

/// What `posix_spawn` is told.
package struct Spawn {
  let path: String
  let arguments: [String]
  /// Changes to the environment of the tests; an empty value removes a variable.
  let environment: [String: String]
  /// Which of our descriptors becomes which of the program's.
  var descriptors: [(ours: Int32, theirs: Int32)] = []
  var group = Program.Group.job

  package struct Failure: Error {
    package let call: String
    package let code: Int32

    package init(call: String, code: Int32) {
      self.call = call
      self.code = code
    }
  }

  init(path: String, arguments: [String], environment: [String: String]) {
    self.path = path
    self.arguments = arguments
    self.environment = environment
  }

  /// A pipe that exit tests do not inherit.
  package static func pipe() throws -> (readEnd: Int32, writeEnd: Int32) {
    var ends: [Int32] = [0, 0]
    guard unsafe TestSupport.pipe(&ends) == 0 else { throw Failure(call: "pipe", code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Starts the program, which inherits no other descriptors: one of another test would keep a pipe
  /// or a terminal open.
  func start() throws -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    if case .session(let terminal) = group {
      // The first terminal that the leader of a new session opens becomes its own. The number must
      // be none of those that are still to be handed on.
      let number = (descriptors.flatMap { [$0.ours, $0.theirs] }.max() ?? 2) + 1
      unsafe posix_spawn_file_actions_addopen(&actions, number, terminal, O_RDWR, 0)
      unsafe posix_spawn_file_actions_addclose(&actions, number)
    }
    for (ours, theirs) in descriptors {
      unsafe posix_spawn_file_actions_adddup2(&actions, ours, theirs)
    }
    #if canImport(Glibc)
      // By its name, because the module of this library has no declaration of it.
      typealias CloseFrom =
        @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
      if let function = unsafe dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") {
        _ = unsafe unsafeBitCast(function, to: CloseFrom.self)(&actions, 4)
      }
    #endif
    var attributes = try attributes()
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    return unsafe try withArguments { arguments, environment in
      var pid: pid_t = 0
      let code = unsafe posix_spawn(&pid, path, &actions, &attributes, arguments, environment)
      guard code == 0 else { throw Failure(call: "posix_spawn \(path)", code: code) }
      return pid
    }
  }

  /// Signals as a shell leaves them: threads of the tests block most.
  private func attributes() throws -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    var all = sigset_t()
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    let setsID: Int32 = 0x80
    var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    if case .session = group { flags |= setsID } else { flags |= POSIX_SPAWN_SETPGROUP }
    #if canImport(Darwin)
      flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
    #endif
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    return attributes
  }

  private func withArguments<Value>(
    _ body: (
      UnsafePointer<UnsafeMutablePointer<CChar>?>, UnsafePointer<UnsafeMutablePointer<CChar>?>
    ) throws -> Value
  ) rethrows -> Value {
    var values = ProcessInfo.processInfo.environment
    values["NO_COLOR"] = nil
    values["TERM"] = "xterm-256color"
    values["SWIFT_BACKTRACE"] = "enable=no"
    values.merge(environment) { $1 }
    let pairs = values.filter { !$0.value.isEmpty }.map { "\($0.key)=\($0.value)" }
    let arguments = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    let environment = unsafe pairs.map { unsafe strdup($0) } + [nil]
    defer { unsafe (arguments + environment).forEach { unsafe free($0) } }
    return unsafe try body(arguments, environment)
  }
}
