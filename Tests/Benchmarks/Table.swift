/// The rows of the report, with ratios to the baselines of the same run.
struct Table {
  private struct Row {
    let id: String
    let title: String
    let cells: [String]
  }

  private var rows: [Row] = []
  private var baselines: [String: Double] = [:]

  @MainActor
  mutating func add(_ benchmark: Benchmark, _ sampling: Sampling) {
    if benchmark.isBaseline { baselines[benchmark.id] = sampling.median }
    let ratio = benchmark.baseline.flatMap { id in
      baselines[id].map { "\(Self.decimal(sampling.median / $0)) x \(id)" }
    }
    let title = benchmark.title + (sampling.remark.isEmpty ? "" : "; \(sampling.remark)")
    rows.append(
      Row(
        id: benchmark.id, title: title,
        cells: [
          Self.time(sampling.median), Self.time(sampling.minimum),
          benchmark.bar.map(Self.time) ?? "", ratio ?? "",
        ]))
  }

  mutating func add(id: String, title: String, result: String, bar: String) {
    rows.append(Row(id: id, title: title, cells: [result, "", bar, ""]))
  }

  func print() {
    let header = ["id", "workload", "median", "minimum", "bar", "ratio"]
    let lines = [header] + rows.map { [$0.id, $0.title] + $0.cells }
    let widths = header.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    for line in lines {
      let cells = zip(line, widths).enumerated().map { column, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return (2...4).contains(column) ? space + cell.0 : cell.0 + space
      }
      Swift.print(cells.joined(separator: "  "))
    }
  }

  private static func time(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<1_000: "\(decimal(nanoseconds)) ns"
    case ..<1_000_000: "\(decimal(nanoseconds / 1_000)) us"
    default: "\(decimal(nanoseconds / 1_000_000)) ms"
    }
  }

  private static func decimal(_ value: Double) -> String {
    let digits = value < 10 ? 100.0 : value < 100 ? 10.0 : 1.0
    let rounded = (value * digits).rounded() / digits
    return digits == 1 ? "\(Int(rounded))" : "\(rounded)"
  }
}
