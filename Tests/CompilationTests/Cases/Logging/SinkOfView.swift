import Ratchet

@MainActor final class Console {
  var lines: [String] = []

  func install() {
    prepareDependencies {
      $0.log = { message in
        #if MISTAKE
          self.lines.append(message.text)  // error: can not be mutated from a Sendable closure
        #else
          Task { @MainActor in self.lines.append(message.text) }
        #endif
      }
    }
  }
}
