/// Lines of cells in columns as wide as they need; the first two begin at the left, the others end
/// at the right.
struct Table {
  var header: [String]
  private var lines: [[String]] = []

  init(header: [String]) {
    self.header = header
  }

  mutating func add(_ line: [String]) {
    lines.append(line)
  }

  @MainActor
  mutating func add(_ record: Record, of benchmark: Benchmark) {
    let figure = benchmark.figure
    let remark = record.remark.isEmpty ? "" : "; \(record.remark)"
    let ratio = record.ratio.flatMap { ratio in
      benchmark.baseline.map { "\(Figure.decimal(ratio)) x \($0)" }
    }
    let change = record.change.map { change in
      (record.isSlower ? "! " : "") + (change < 0 ? "" : "+") + "\(Int((change * 100).rounded())) %"
    }
    lines.append([
      record.id, record.name + remark, record.median.map(Figure.time) ?? "",
      (record.minimum ?? record.amount).map(figure) ?? "", benchmark.bar.map(figure) ?? "",
      ratio ?? "", record.allocations.map(Figure.decimal) ?? "",
      record.peak.map { Figure.bytes(Double($0)) } ?? "", change ?? "",
    ])
  }

  /// The lines, if there are any.
  var text: String {
    guard !lines.isEmpty else { return "" }
    let all = [header] + lines
    let widths = header.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    return all.map { line in
      let cells = zip(line, widths).enumerated().map { column, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return column < 2 ? cell.0 + space : space + cell.0
      }
      return cells.joined(separator: "  ").trimmingSuffix { $0 == " " } + "\n"
    }.joined()
  }
}

extension Benchmark {
  /// How figures of the row are written, if they are not times.
  fileprivate var figure: (Double) -> String {
    switch unit {
    case nil: Figure.time
    case .bytes: Figure.bytes
    case .effects: { "\(Int($0))" }
    }
  }
}

extension String {
  fileprivate func trimmingSuffix(while isSpace: (Character) -> Bool) -> Substring {
    self[..<(lastIndex { !isSpace($0) }.map(index(after:)) ?? startIndex)]
  }
}

/// How numbers are written.
enum Figure {
  static func time(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<1_000: "\(decimal(nanoseconds)) ns"
    case ..<1_000_000: "\(decimal(nanoseconds / 1_000)) us"
    default: "\(decimal(nanoseconds / 1_000_000)) ms"
    }
  }

  static func bytes(_ bytes: Double) -> String {
    switch bytes {
    case ..<1_024: "\(Int(bytes)) B"
    case ..<1_048_576: "\(decimal(bytes / 1_024)) KiB"
    default: "\(decimal(bytes / 1_048_576)) MiB"
    }
  }

  /// A whole number with commas between thousands.
  static func count(_ number: Int) -> String {
    number < 1_000
      ? "\(number)" : "\(count(number / 1_000)),\("\(1_000 + number % 1_000)".dropFirst())"
  }

  /// A number with about three digits.
  static func decimal(_ value: Double) -> String {
    let digits = value < 10 ? 100.0 : value < 100 ? 10.0 : 1.0
    let rounded = (value * digits).rounded() / digits
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}
