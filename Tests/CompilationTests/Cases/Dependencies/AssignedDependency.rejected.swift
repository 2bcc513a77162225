import Ratchet

struct Stamp {
  @Dependency(\.date) var date
}

func freeze(_ stamp: inout Stamp, at now: DateGenerator) {
  stamp.date = now  // error: cannot assign to property: 'date' is a get-only property
}
