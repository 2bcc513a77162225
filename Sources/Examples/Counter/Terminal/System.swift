// What the two C libraries shape differently, so that no other file needs conditions for it.
#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

typealias SignalHandler =
  @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

extension sigaction {
  /// An action that calls a handler, on a stack of its own where the thread has one.
  @unsafe init(handler: SignalHandler) {
    self.init()
    #if canImport(Glibc)
      unsafe __sigaction_handler.sa_sigaction = handler
    #else
      unsafe __sigaction_u.__sa_sigaction = handler
    #endif
    sa_flags = Int32(SA_SIGINFO) | Int32(SA_RESTART) | Int32(SA_ONSTACK)
  }

  /// Whether the signal was ignored already, as `nohup` has it.
  var isIgnored: Bool {
    #if canImport(Glibc)
      let handler = unsafe unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self)
    #else
      let handler = unsafe unsafeBitCast(__sigaction_u.__sa_handler, to: Int.self)
    #endif
    return handler == 1
  }
}

/// Writes all bytes, waiting where the descriptor does not; returns 0 or `errno`.
///
/// Async-signal-safe.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
  var rest = unsafe bytes[...]
  while unsafe !rest.isEmpty {
    let part = unsafe UnsafeRawBufferPointer(rebasing: rest)
    let written = unsafe write(descriptor, part.baseAddress, part.count)
    if written > 0 {
      unsafe rest = rest.dropFirst(written)
    } else if written < 0, errno == EAGAIN {
      var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = unsafe poll(&wait, 1, -1)
    } else if written < 0, errno != EINTR {
      return errno
    }
  }
  return 0
}
