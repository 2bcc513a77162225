import Ratchet

@MainActor func show(_ message: LogMessage) {}

@MainActor func install() {
  prepareDependencies {
    $0.log = { message in
      Task { await show(message) }
    }
  }
}
