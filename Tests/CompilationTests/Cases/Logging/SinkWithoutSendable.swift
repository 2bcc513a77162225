import Ratchet

#if MISTAKE
  func install(_ sink: @escaping (LogMessage) -> Void) {
    prepareDependencies { $0.log = sink }  // error: assigning non-Sendable parameter 'sink'
  }
#else
  func install(_ sink: @escaping @Sendable (LogMessage) -> Void) {
    prepareDependencies { $0.log = sink }
  }
#endif
