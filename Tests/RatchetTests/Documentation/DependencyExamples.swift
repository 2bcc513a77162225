import RatchetTesting

struct FactClient: DependencyKey {
  var fetch: @Sendable (Int) async throws -> String
  static let liveValue = FactClient { number in "\(number) is a number." }
}

private enum Unimplemented {
  static let testValue = FactClient(fetch: unimplemented("FactClient.fetch", placeholder: ""))
}

extension DependencyValues {
  var facts: FactClient {
    get { self[FactClient.self] }
    set { self[FactClient.self] = newValue }
  }
}

private struct FactFeature {
  @Dependency(\.continuousClock) var clock
  @Dependency(FactClient.self) var facts
}

private struct Socket {
  func onMessage(_ receive: @escaping @Sendable (String) -> Void) {}
}

private func capture(_ socket: Socket, _ handle: @escaping @Sendable (String) -> Void) {
  let dependencies = DependencyValues.capture()
  socket.onMessage { message in dependencies.run { handle(message) } }
}

private func identifier(_ makeID: () -> Int) -> Int {
  let id = withDependencies {
    $0.uuid = .incrementing
  } operation: {
    makeID()
  }
  return id
}

private func roll() -> Int {
  @Dependency(\.randomNumberGenerator) var random
  let die = random { Int.random(in: 1...6, using: &$0) }
  return die
}
