import Ratchet

/// Row obs of PEERS, and how it grows: observers of fields of one state, of which one changes.
@MainActor
enum FieldBenchmarks {
  static var all: [Benchmark] {
    [
      Benchmark("obs", "100 observers of 100 fields, one field changes", baseline: "a", bar: 2_500)
      {
        observe(Fields.paths, in: Store(initialState: Fields()) { OneOfHundred() })
      },
      Benchmark("obs-1", "one observer of one of 100 fields, which changes", baseline: "a") {
        observe([\.f50], in: Store(initialState: Fields()) { OneOfHundred() })
      },
      Benchmark("obs-1000", "1,000 observers of 1,000 fields, one field changes", baseline: "a") {
        observe(Groups.paths, in: Store(initialState: Groups()) { OneOfThousand() })
      },
    ]
  }

  /// Observers of as many of 1,000 fields, of which one changes.
  static func observeFields(_ count: Int) -> Sampling {
    let changing = 550
    let paths = Groups.paths[changing...] + Groups.paths[..<changing]
    return observe(
      Array(paths.prefix(count)), in: Store(initialState: Groups()) { OneOfThousand() })
  }

  private static func observe<State>(
    _ paths: [KeyPath<State, Int>], in store: Store<State, Change>
  ) -> Sampling {
    let observers = paths.map { path in Observer { _ = store[dynamicMember: path] } }
    let sampling = Sampling.ofSynchronous(count: 5_000) { store.send(.change) }
    precondition(observers.reduce(0) { $0 + $1.count } == 5_000 * 12)
    return sampling
  }
}

private enum Change { case change }

private struct OneOfHundred: Reducer {
  func reduce(into state: inout Fields, action: Change) -> Effect<Change> {
    state.f50 &+= 1
    return .none
  }
}

private struct OneOfThousand: Reducer {
  func reduce(into state: inout Groups, action: Change) -> Effect<Change> {
    state.g5.f50 &+= 1
    return .none
  }
}

private struct Groups {
  var g0 = Fields(), g1 = Fields(), g2 = Fields(), g3 = Fields(), g4 = Fields()
  var g5 = Fields(), g6 = Fields(), g7 = Fields(), g8 = Fields(), g9 = Fields()

  @MainActor static let paths: [KeyPath<Groups, Int>] = [
    \Groups.g0, \.g1, \.g2, \.g3, \.g4, \.g5, \.g6, \.g7, \.g8, \.g9,
  ].flatMap { group in Fields.paths.map { group.appending(path: $0) } }
}

private struct Fields {
  var f00 = 0, f01 = 0, f02 = 0, f03 = 0, f04 = 0, f05 = 0, f06 = 0, f07 = 0, f08 = 0, f09 = 0
  var f10 = 0, f11 = 0, f12 = 0, f13 = 0, f14 = 0, f15 = 0, f16 = 0, f17 = 0, f18 = 0, f19 = 0
  var f20 = 0, f21 = 0, f22 = 0, f23 = 0, f24 = 0, f25 = 0, f26 = 0, f27 = 0, f28 = 0, f29 = 0
  var f30 = 0, f31 = 0, f32 = 0, f33 = 0, f34 = 0, f35 = 0, f36 = 0, f37 = 0, f38 = 0, f39 = 0
  var f40 = 0, f41 = 0, f42 = 0, f43 = 0, f44 = 0, f45 = 0, f46 = 0, f47 = 0, f48 = 0, f49 = 0
  var f50 = 0, f51 = 0, f52 = 0, f53 = 0, f54 = 0, f55 = 0, f56 = 0, f57 = 0, f58 = 0, f59 = 0
  var f60 = 0, f61 = 0, f62 = 0, f63 = 0, f64 = 0, f65 = 0, f66 = 0, f67 = 0, f68 = 0, f69 = 0
  var f70 = 0, f71 = 0, f72 = 0, f73 = 0, f74 = 0, f75 = 0, f76 = 0, f77 = 0, f78 = 0, f79 = 0
  var f80 = 0, f81 = 0, f82 = 0, f83 = 0, f84 = 0, f85 = 0, f86 = 0, f87 = 0, f88 = 0, f89 = 0
  var f90 = 0, f91 = 0, f92 = 0, f93 = 0, f94 = 0, f95 = 0, f96 = 0, f97 = 0, f98 = 0, f99 = 0

  @MainActor static let paths: [KeyPath<Fields, Int>] = [
    \.f00, \.f01, \.f02, \.f03, \.f04, \.f05, \.f06, \.f07, \.f08, \.f09,
    \.f10, \.f11, \.f12, \.f13, \.f14, \.f15, \.f16, \.f17, \.f18, \.f19,
    \.f20, \.f21, \.f22, \.f23, \.f24, \.f25, \.f26, \.f27, \.f28, \.f29,
    \.f30, \.f31, \.f32, \.f33, \.f34, \.f35, \.f36, \.f37, \.f38, \.f39,
    \.f40, \.f41, \.f42, \.f43, \.f44, \.f45, \.f46, \.f47, \.f48, \.f49,
    \.f50, \.f51, \.f52, \.f53, \.f54, \.f55, \.f56, \.f57, \.f58, \.f59,
    \.f60, \.f61, \.f62, \.f63, \.f64, \.f65, \.f66, \.f67, \.f68, \.f69,
    \.f70, \.f71, \.f72, \.f73, \.f74, \.f75, \.f76, \.f77, \.f78, \.f79,
    \.f80, \.f81, \.f82, \.f83, \.f84, \.f85, \.f86, \.f87, \.f88, \.f89,
    \.f90, \.f91, \.f92, \.f93, \.f94, \.f95, \.f96, \.f97, \.f98, \.f99,
  ]
}
