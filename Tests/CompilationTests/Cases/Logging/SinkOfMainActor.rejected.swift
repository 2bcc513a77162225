import Ratchet

@MainActor func show(_ message: LogMessage) {}

@MainActor func install() {
  prepareDependencies { $0.log = show }  // error: loses global actor 'MainActor'
}
