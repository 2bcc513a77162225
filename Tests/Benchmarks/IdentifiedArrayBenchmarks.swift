import Ratchet

/// What `forEach` adds to a row's action: finding the row by its id and changing it in place.
@MainActor
enum IdentifiedArrayBenchmarks {
  static var all: [Benchmark] {
    [
      Benchmark("rows3", "rows[id: id]?.n += 1 of 1,000 rows", baseline: "switch") {
        change(rows: 1_000)
      },
      Benchmark("rows5", "rows[id: id]?.n += 1 of 100,000 rows", baseline: "switch") {
        change(rows: 100_000)
      },
      Benchmark("rows-position", "rows[position].n += 1 of 100,000 rows", baseline: "switch") {
        var rows = rows(100_000)
        return Sampling.ofSynchronous(count: 1_000_000) { rows[50_000].n += 1 }
      },
    ]
  }

  private static func change(rows count: Int) -> Sampling {
    var rows = rows(count)
    return Sampling.ofSynchronous(count: 1_000_000) { rows[id: count / 2]?.n += 1 }
  }

  private static func rows(_ count: Int) -> IdentifiedArrayOf<Row> {
    IdentifiedArray((0..<count).map { Row(id: $0) })
  }
}

private struct Row: Identifiable {
  let id: Int
  var n = 0
}
