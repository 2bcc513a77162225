import Ratchet

enum FactCount: DependencyKey {
  static let liveValue = 0
}

func inTests(_ body: () -> Void) {
  withDependencies {
    $0[FactCount.self] = 1
  } operation: {
    body()
  }
}
