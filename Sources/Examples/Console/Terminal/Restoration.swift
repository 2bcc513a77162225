internal import Synchronization

/// Restores the terminal; prepared so that a signal handler can do it at any time.
///
/// Everything that `perform()` uses was allocated by `arm` and is never freed, so a handler cannot
/// lose it.
package enum Restoration {
  private struct Plan {
    var modes: TerminalModes
    var output: Descriptor
    /// The address of the bytes to write; a pointer would make the whole struct unsafe.
    var bytes: UInt
    var byteCount: Int
    var heldErrors: HeldErrors?
  }

  /// The address of the plan; 0 while there is nothing to restore.
  ///
  /// Not a pointer, because that would not be Sendable.
  private static let plan = Atomic<UInt>(0)

  /// Whether there is a terminal to restore.
  package static var isArmed: Bool { plan.load(ordering: .sequentiallyConsistent) != 0 }

  /// Prepares to restore the terminal by writing `text` and setting the original modes.
  package static func arm(
    output: Descriptor, modes: TerminalModes, text: String, heldErrors: HeldErrors?
  ) {
    let utf8 = Array(text.utf8)
    // Safe: both are initialized here, before their addresses are shared.
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: utf8.count)
    _ = unsafe bytes.initialize(from: utf8)
    let pointer = UnsafeMutablePointer<Plan>.allocate(capacity: 1)
    unsafe pointer.initialize(
      to: Plan(
        modes: modes, output: output, bytes: UInt(bitPattern: bytes.baseAddress),
        byteCount: utf8.count, heldErrors: heldErrors))
    plan.store(UInt(bitPattern: pointer), ordering: .sequentiallyConsistent)
  }

  /// Restores the terminal if it is ours; async-signal-safe, and harmless when repeated.
  ///
  /// Does not wait for a terminal that nobody reads: that one only gets its modes back.
  package static func perform() {
    let address = plan.load(ordering: .sequentiallyConsistent)
    // Safe: the address is 0 or that of a plan that `arm` has initialized and that is never freed.
    guard let pointer = unsafe UnsafeMutablePointer<Plan>(bitPattern: address) else { return }
    let bytes = unsafe UnsafeRawBufferPointer(
      start: UnsafeRawPointer(bitPattern: pointer.pointee.bytes), count: pointer.pointee.byteCount)
    unsafe writePromptly(bytes, to: pointer.pointee.output.number)
    var modes = unsafe pointer.pointee.modes.original
    _ = unsafe tcsetattr(pointer.pointee.modes.terminal.number, TCSANOW, &modes)
    unsafe pointer.pointee.heldErrors?.release()
    disarm()
  }

  /// Gives the terminal up as it is.
  package static func disarm() {
    plan.store(0, ordering: .sequentiallyConsistent)
  }
}

/// Holds what is written to standard error while the screen is ours, and shows it afterwards.
///
/// Otherwise the text of a trap would disrupt the screen, and be lost with the alternate one.
package struct HeldErrors: Sendable {
  private let original: Int32
  private let file: Int32
  /// The address of a buffer for `release()`, which is never freed.
  private let buffer: UInt
  private static var bufferSize: Int { 1024 }

  /// Starts holding; nil if standard error is not a terminal, or there is no temporary file.
  package init?() {
    guard Descriptor.standardError.isTerminal, let stream = unsafe tmpfile() else { return nil }
    // Safe: the stream is open, and is never closed.
    file = unsafe fileno(stream)
    original = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    guard original >= 0 else { return nil }
    buffer = UInt(
      bitPattern: UnsafeMutableRawPointer.allocate(byteCount: Self.bufferSize, alignment: 1))
    hold()
  }

  func hold() {
    _ = dup2(file, STDERR_FILENO)
  }

  /// Stops holding and writes what was held; async-signal-safe, like `writePromptly`.
  ///
  /// Two threads that do this at the same time may mix what was held, but neither waits.
  func release() {
    _ = dup2(original, STDERR_FILENO)
    _ = lseek(file, 0, SEEK_SET)
    // Safe: only the bytes that `read` has written to the buffer are passed on.
    let buffer = unsafe UnsafeMutableRawPointer(bitPattern: buffer)
    while true {
      let count = unsafe read(file, buffer, Self.bufferSize)
      guard count > 0 else { break }
      unsafe writePromptly(UnsafeRawBufferPointer(start: buffer, count: count), to: original)
    }
    _ = ftruncate(file, 0)
    _ = lseek(file, 0, SEEK_SET)
  }
}
