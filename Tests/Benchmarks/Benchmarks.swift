/// Measures what the peers measure, and prints one table.
///
/// `swift run -c release benchmarks [id ...]`
@main
struct Benchmarks {
  @MainActor static func main() async {
    let wanted = Set(CommandLine.arguments.dropFirst())
    var table = Table()
    print(
      "Ratchet benchmarks, \(Build.configuration) build. Each row: median and minimum of \(Sampling.samples) samples.\n"
    )
    for group in [
      Baselines.all, StoreBenchmarks.all, DependencyBenchmarks.all, EffectBenchmarks.all,
      DeepEffectBenchmarks.all,
      TestStoreBenchmarks.all, CasePathBenchmarks.all, IdentifiedArrayBenchmarks.all,
      CompositionBenchmarks.all, OpaqueBenchmarks.all, RowBenchmarks.all,
      ObservationBenchmarks.all, FieldBenchmarks.all,
    ] {
      for benchmark in group
      where wanted.isEmpty || wanted.contains(benchmark.id)
        || (benchmark.isBaseline && wanted.isEmpty)
      {
        table.add(benchmark, await benchmark.measure())
      }
    }
    if wanted.isEmpty || wanted.contains("x") { await Leftovers.measure(into: &table) }
    table.print()
    Build.warnIfDebug()
  }
}

/// How this program was built.
enum Build {
  static var configuration: String {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
  }

  static func warnIfDebug() {
    if configuration == "debug" {
      print("\nThese are figures of a debug build; use 'swift run -c release benchmarks'.")
    }
  }
}
