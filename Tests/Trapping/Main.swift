import Console

/// A program that takes over the terminal, waits for a key and traps: it shows what a crash leaves
/// behind.
@main enum Main {
  static func main() throws {
    CrashHandlers.restartWithoutQuestion()
    CrashHandlers.install()
    let modes = try TerminalModes(of: .standardInput)
    Restoration.arm(
      output: .standardOutput, modes: modes, text: "\r\u{1B}[J\u{1B}[?25h",
      heldErrors: HeldErrors())
    try modes.setRaw()
    try Descriptor.standardOutput.write("\u{1B}[?25lready")
    _ = try Descriptor.standardInput.nextBytes()
    fatalError("the reason")
  }
}
