internal import Synchronization

/// What gives the terminal back, prepared so that a signal handler can do it at any time.
///
/// Everything that `perform()` touches was allocated by `arm` and is never freed, so nothing can be
/// pulled away from under a handler.
package enum Restoration {
  private struct Plan {
    var input: Int32
    var modes: termios
    var output: Int32
    /// The address of the bytes to write; a pointer would make all of this unsafe.
    var bytes: UInt
    var byteCount: Int
    var heldErrors: HeldErrors?
  }

  /// The address of the plan; 0 while there is nothing to give back.
  ///
  /// Not a pointer, because that would not be Sendable.
  private static let plan = Atomic<UInt>(0)

  /// Whether there is a terminal to give back.
  package static var isArmed: Bool { plan.load(ordering: .sequentiallyConsistent) != 0 }

  /// Prepares for giving the terminal back by writing `text` and setting the original modes.
  package static func arm(
    output: Int32, modes: TerminalModes, text: String, heldErrors: HeldErrors?
  ) {
    let utf8 = Array(text.utf8)
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: utf8.count)
    _ = unsafe bytes.initialize(from: utf8)
    let pointer = UnsafeMutablePointer<Plan>.allocate(capacity: 1)
    unsafe pointer.initialize(
      to: Plan(
        input: modes.descriptor, modes: modes.original, output: output,
        bytes: UInt(bitPattern: bytes.baseAddress), byteCount: utf8.count, heldErrors: heldErrors))
    plan.store(UInt(bitPattern: pointer), ordering: .sequentiallyConsistent)
  }

  /// Gives the terminal back if it is ours; async-signal-safe, and harmless when done twice.
  package static func perform() {
    let address = plan.load(ordering: .sequentiallyConsistent)
    guard let pointer = unsafe UnsafeMutablePointer<Plan>(bitPattern: address) else { return }
    let bytes = unsafe UnsafeRawBufferPointer(
      start: UnsafeRawPointer(bitPattern: pointer.pointee.bytes), count: pointer.pointee.byteCount)
    _ = unsafe writeAll(bytes, to: pointer.pointee.output)
    _ = unsafe tcsetattr(pointer.pointee.input, TCSANOW, &pointer.pointee.modes)
    unsafe pointer.pointee.heldErrors?.release()
    plan.store(0, ordering: .sequentiallyConsistent)
  }
}
