import Ratchet

extension Growth {
  /// How times grow with the size of what a program has.
  static var all: [Growth] {
    [
      Growth("b", "what a Scope adds to an action, below as many", sizes: [1, 10]) { levels in
        let base = StoreBenchmarks.increment(samples: 5).minimum
        let below =
          levels == 1 ? CompositionBenchmarks.below1() : CompositionBenchmarks.below10()
        return below.share(of: levels, beyond: base)
      },
      Growth(
        "c", "forEach, one row's action", sizes: [1_000, 10_000, 100_000, 1_000_000]
      ) { RowBenchmarks.forEach(rows: $0) },
      Growth(
        "c-live", "forEach, an effect of each row in flight, one row's action",
        sizes: [10, 100, 1_000, 10_000, 100_000]
      ) { RowBenchmarks.live(rows: $0) },
      Growth(
        "e3", "an effect sends and is cancelled, as many ids in flight",
        sizes: [100, 1_000, 10_000, 100_000]
      ) { await EffectBenchmarks.cancelled(amongIDs: $0) },
      Growth(
        "j", "as many scoped stores, each observed, one row changes", sizes: [100, 1_000, 10_000]
      ) { ObservationBenchmarks.rows($0, observed: $0) },
      Growth("obs", "as many of 1,000 fields observed, one changes", sizes: [1, 10, 100, 1_000]) {
        FieldBenchmarks.observeFields($0)
      },
      Growth(
        "j-none", "as many scoped stores, each observed, none changes",
        sizes: [10, 100, 1_000, 10_000]
      ) { ObservationBenchmarks.unchangedRows($0) },
    ]
  }
}
