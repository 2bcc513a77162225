import Ratchet

#if !MISTAKE
  enum FactCount: DependencyKey {
    static let liveValue = 0
  }
#endif

func inTests(_ body: () -> Void) {
  withDependencies {
    #if MISTAKE
      $0.factClient = 1  // error: value of type 'DependencyValues' has no member 'factClient'
    #else
      $0[FactCount.self] = 1
    #endif
  } operation: {
    body()
  }
}
