import Foundation

/// A row at several sizes.
@MainActor
struct Growth {
  struct Point {
    let size: Int
    let sampling: Sampling
    /// The minimum compared with that of the size before, for a tenfold size.
    let factor: Double?
  }

  /// When a size took as long as this, the next is not measured.
  private static let limit: Duration = .seconds(3)

  let id: String
  let title: String
  let sizes: [Int]
  let run: @MainActor (Int) async -> Sampling

  init(
    _ id: String, _ title: String, sizes: [Int], _ run: @escaping @MainActor (Int) async -> Sampling
  ) {
    self.id = "growth-\(id)"
    self.title = title
    self.sizes = sizes
    self.run = run
  }

  func measure(_ add: (Point) -> Void) async {
    var last: Point?
    for size in sizes {
      let start = ContinuousClock.now
      let sampling = await run(size)
      let factor = last.map { last in
        pow(
          sampling.minimum / last.sampling.minimum, 1 / log10(Double(size) / Double(last.size)))
      }
      let point = Point(size: size, sampling: sampling, factor: factor)
      add(point)
      last = point
      if .now - start > Self.limit { return }
    }
  }
}

/// A line for each growth and a column for each size: minima, each with its factor.
struct GrowthTable {
  private static let sizes = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]
  private var lines: [(id: String, title: String, cells: [Int: String])] = []

  @MainActor
  mutating func add(_ record: Record, of growth: Growth) {
    guard let size = record.size, let minimum = record.minimum else { return }
    if lines.last?.id != growth.id { lines.append((growth.id, growth.title, [:])) }
    let factor = record.factor.map { " x\(Figure.decimal($0))" } ?? ""
    let mark = record.isSlower ? "! " : ""
    lines[lines.count - 1].cells[size] = mark + Figure.time(minimum) + factor
  }

  var text: String {
    guard !lines.isEmpty else { return "" }
    var table = Table(header: ["id", "workload"] + Self.sizes.map(Figure.count))
    for line in lines {
      table.add([line.id, line.title] + Self.sizes.map { line.cells[$0] ?? "" })
    }
    return "Growth: the minimum at each size, and its factor for a tenfold size.\n\n" + table.text
  }
}
