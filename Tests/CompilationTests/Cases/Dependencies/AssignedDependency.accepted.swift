import Ratchet

struct Stamp {
  @Dependency(\.date) var date
}

func frozen(at now: DateGenerator, _ body: (Stamp) -> Void) {
  withDependencies {
    $0.date = now
  } operation: {
    body(Stamp())
  }
}
