import Ratchet

@MainActor func show(_ message: LogMessage) {}

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

#if MISTAKE
  var sink: @Sendable (LogMessage) -> Void = { print($0) }  // error: not concurrency-safe

  func install(_ sink: @escaping (LogMessage) -> Void) {
    prepareDependencies { $0.log = sink }  // error: assigning non-Sendable parameter 'sink'
  }

  @MainActor func install() {
    prepareDependencies { $0.log = show }  // error: loses global actor 'MainActor'
  }
#else
  let sink: @Sendable (LogMessage) -> Void = { print($0) }

  func install(_ sink: @escaping @Sendable (LogMessage) -> Void) {
    prepareDependencies { $0.log = sink }
  }

  @MainActor func install() {
    prepareDependencies {
      $0.log = { message in
        Task { await show(message) }
      }
    }
  }
#endif
