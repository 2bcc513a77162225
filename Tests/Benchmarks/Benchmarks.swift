import Foundation

/// Measures what `Docs/Ratchet.docc/Performance.md` compares, and prints one table.
///
/// `swift run -c release benchmarks --help`
@main
struct Benchmarks {
  @MainActor static func main() async {
    do {
      let catalog = Catalog()
      switch try Options.parse(Array(CommandLine.arguments.dropFirst())) {
      case .help: Output.write(Options.help(catalog))
      case .run(let options): exit(try await run(options, catalog.selection(options.filters)))
      }
    } catch {
      Output.writeError("benchmarks: \(error)")
      exit(error.status)
    }
  }

  /// Measures what was selected; 1 if something got slower.
  @MainActor
  private static func run(
    _ options: Options, _ selection: Catalog
  ) async throws(RunError) -> Int32 {
    let earlier = try options.baseline.map { path throws(RunError) in
      try EarlierRun(path: path, comparedWith: selection)
    }
    var report = Report(isJSON: options.isJSON, earlier: earlier)
    report.begin()
    for benchmark in selection.benchmarks {
      Memory.reset()
      let before = Memory.resident
      let result = await benchmark.measure()
      let peak = before.flatMap { before in Memory.peak.map { max(0, $0 - before) } }
      report.add(benchmark, result, peak: peak)
    }
    for growth in selection.growths {
      Memory.reset()
      await growth.measure { report.add(growth, $0) }
    }
    report.end()
    return report.isSlower ? 1 : 0
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
}
