import Ratchet

func inTests(_ body: () -> Void) {
  withDependencies {
    $0.factClient = 1  // error: value of type 'DependencyValues' has no member 'factClient'
  } operation: {
    body()
  }
}
