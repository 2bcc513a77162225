/// What can be measured.
@MainActor
struct Catalog {
  private(set) var benchmarks: [Benchmark]
  private(set) var growths: [Growth]

  init() {
    // What measures resident memory comes first: no freed memory is there that could be used again.
    benchmarks = [
      Baselines.all, MemoryBenchmarks.all, StoreBenchmarks.all, DependencyBenchmarks.all,
      EffectBenchmarks.all, StreamBenchmarks.all, DeepEffectBenchmarks.all, LifetimeBenchmarks.all,
      TestStoreBenchmarks.all, CasePathBenchmarks.all, IdentifiedArrayBenchmarks.all,
      CompositionBenchmarks.all, OpaqueBenchmarks.all, RowBenchmarks.all, StackBenchmarks.all,
      SubscriptionBenchmarks.all, RecordingBenchmarks.all, SharedBenchmarks.all,
      ObservationBenchmarks.all, FieldBenchmarks.all,
    ].flatMap(\.self)
    growths = Growth.all
  }

  var ids: [String] { benchmarks.map(\.id) + growths.map(\.id) }

  /// What the filters name; all if there is none.
  func selection(_ filters: [Filter]) throws(RunError) -> Catalog {
    if filters.isEmpty { return self }
    let ids = ids
    for filter in filters where !ids.contains(where: filter.matches) {
      throw .usage("no row matches '\(filter.pattern)'; see --help for the rows")
    }
    var selection = self
    selection.benchmarks.removeAll { row in !filters.contains { $0.matches(row.id) } }
    selection.growths.removeAll { row in !filters.contains { $0.matches(row.id) } }
    return selection
  }
}
