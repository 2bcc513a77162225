import Ratchet

@MainActor func show(_ message: LogMessage) {}

@MainActor func install() {
  #if MISTAKE
    prepareDependencies { $0.log = show }  // error: loses global actor 'MainActor'
  #else
    prepareDependencies {
      $0.log = { message in
        Task { await show(message) }
      }
    }
  #endif
}
