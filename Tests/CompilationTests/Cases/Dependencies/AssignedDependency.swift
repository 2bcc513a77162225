import Ratchet

struct Stamp {
  @Dependency(\.date) var date
}

#if MISTAKE
  func freeze(_ stamp: inout Stamp, at now: DateGenerator) {
    stamp.date = now  // error: cannot assign to property: 'date' is a get-only property
  }
#else
  func frozen(at now: DateGenerator, _ body: (Stamp) -> Void) {
    withDependencies {
      $0.date = now
    } operation: {
      body(Stamp())
    }
  }
#endif
