import Ratchet

func install(_ sink: @escaping @Sendable (LogMessage) -> Void) {
  prepareDependencies { $0.log = sink }
}
