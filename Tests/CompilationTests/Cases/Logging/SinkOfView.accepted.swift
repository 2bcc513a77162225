import Ratchet

@MainActor final class Console {
  var lines: [String] = []

  func install() {
    prepareDependencies {
      $0.log = { message in
        Task { @MainActor in self.lines.append(message.text) }
      }
    }
  }
}
