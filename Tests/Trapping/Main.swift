import Console

/// A program that takes over the terminal, waits for a key and traps: it shows what a crash leaves
/// behind.
@main enum Main {
  static func main() throws {
    CrashHandlers.restartWithoutQuestion()
    CrashHandlers.install()
    let modes = try TerminalModes(of: STDIN_FILENO)
    Restoration.arm(
      output: STDOUT_FILENO, modes: modes, text: "\r\u{1B}[J\u{1B}[?25h", heldErrors: HeldErrors())
    try modes.setRaw()
    try Output.standard.write("\u{1B}[?25lready")
    var byte: UInt8 = 0
    _ = unsafe read(STDIN_FILENO, &byte, 1)
    fatalError("the reason")
  }
}
