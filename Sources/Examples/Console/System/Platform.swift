// The C library, and the differences between Glibc, Musl and Darwin: no other file of the examples
// depends on which of them is used.
//
// Calls of the C library are `unsafe` because they take pointers. If Swift makes the pointer for
// the call, from `&value`, a string or an array with its count, it is valid during the call, and no
// function called here keeps it: such calls are safe. Others have a comment that says why.
#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Darwin
#endif

package typealias SignalHandler =
  @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

extension sigaction {
  /// An action that calls a handler, on an alternate stack if the thread has one; the handler must
  /// be async-signal-safe.
  @unsafe package init(handler: SignalHandler) {
    self.init()
    #if canImport(Darwin)
      unsafe __sigaction_u.__sa_sigaction = handler
    #elseif canImport(Musl)
      unsafe __sa_handler.sa_sigaction = handler
    #else
      unsafe __sigaction_handler.sa_sigaction = handler
    #endif
    sa_flags = Int32(SA_SIGINFO) | Int32(SA_RESTART) | Int32(SA_ONSTACK)
  }

  /// The function that the action calls; nil if the signal is ignored or has its default effect.
  ///
  /// Safe: a handler installed without `SA_SIGINFO` takes only the first argument, and C permits a
  /// call with more.
  package var handler: SignalHandler? {
    guard !isDefault, !isIgnored else { return nil }
    #if canImport(Darwin)
      return unsafe __sigaction_u.__sa_sigaction
    #elseif canImport(Musl)
      return unsafe __sa_handler.sa_sigaction
    #else
      return unsafe __sigaction_handler.sa_sigaction
    #endif
  }

  /// Whether the signal is ignored, as under `nohup`.
  package var isIgnored: Bool { address == 1 }

  private var isDefault: Bool { address == 0 }

  /// The handler as a number, which is 0 for `SIG_DFL` and 1 for `SIG_IGN`.
  ///
  /// Safe: the union holds a pointer, which has the size of a number.
  private var address: Int {
    #if canImport(Darwin)
      unsafe withUnsafeBytes(of: __sigaction_u) { unsafe $0.load(as: Int.self) }
    #elseif canImport(Musl)
      unsafe withUnsafeBytes(of: __sa_handler) { unsafe $0.load(as: Int.self) }
    #else
      unsafe withUnsafeBytes(of: __sigaction_handler) { unsafe $0.load(as: Int.self) }
    #endif
  }
}

/// The value of an environment variable; nil if it is not set.
package func environment(_ name: String) -> String? {
  // Safe: the string is copied at once, before anything can change the environment.
  unsafe getenv(name).map { unsafe String(cString: $0) }
}

/// The path of the running program; nil if the system does not provide it.
package var executablePath: String? {
  #if canImport(Darwin)
    var size: UInt32 = 4096
    var bytes = [CChar](repeating: 0, count: Int(size))
    guard unsafe _NSGetExecutablePath(&bytes, &size) == 0 else { return nil }
    return unsafe String(cString: bytes)
  #else
    // Safe: `realpath` returns a string that the caller owns and frees.
    guard let path = unsafe realpath("/proc/self/exe", nil) else { return nil }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  #endif
}
