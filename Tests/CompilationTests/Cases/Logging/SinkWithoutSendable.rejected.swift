import Ratchet

func install(_ sink: @escaping (LogMessage) -> Void) {
  prepareDependencies { $0.log = sink }  // error: assigning non-Sendable parameter 'sink'
}
