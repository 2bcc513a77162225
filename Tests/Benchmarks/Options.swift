/// What the arguments ask for.
struct Options: Equatable {
  enum Request: Equatable {
    case run(Options)
    case help
  }

  var filters: [Filter] = []
  var isJSON = false
  /// The file with the lines of an earlier run.
  var baseline: String?

  static func parse(_ arguments: [String]) throws(RunError) -> Request {
    var options = Options()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": return .help
      case "--json": options.isJSON = true
      case "--baseline":
        try options.setBaseline(rest.popFirst())
      case _ where argument.hasPrefix("--baseline="):
        try options.setBaseline(String(argument.dropFirst("--baseline=".count)))
      case _ where argument.hasPrefix("-"):
        throw .usage("unknown option '\(argument)'; see --help")
      default: options.filters.append(Filter(pattern: argument))
      }
    }
    return .run(options)
  }

  private mutating func setBaseline(_ path: String?) throws(RunError) {
    guard let path, !path.isEmpty else {
      throw .usage("option '--baseline' needs a file, as in --baseline before.jsonl")
    }
    guard baseline == nil else { throw .usage("option '--baseline' is given twice") }
    baseline = path
  }

  @MainActor static func help(_ catalog: Catalog) -> String {
    let rows =
      catalog.benchmarks.map { (id: $0.id, title: $0.title) }
      + catalog.growths.map { (id: $0.id, title: $0.title) }
    let width = rows.map(\.id.count).max() ?? 0
    let list = rows.map { row in
      "  \(row.id)\(String(repeating: " ", count: width - row.id.count))  \(row.title)\n"
    }
    return """
      usage: swift run -c release benchmarks [FILTER...] [--json] [--baseline FILE]

      Measures Ratchet and prints a table: median and minimum of \(Sampling.samples) samples, the bar
      for the minimum, the ratio of the median to that of a row that shows how fast the machine is,
      allocations of memory for one operation, and how far the resident memory rose. Below it is a
      table of how times grow with sizes.

        FILTER           the id of a row, or a pattern in which * stands for any text, as 'c-*';
                         without one, all rows
        --json           prints an object a line for each row: id, name, median_ns, min_ns, ratio,
                         allocs, peak_bytes; amount and unit for what is not a time; size and
                         factor (per tenfold) for what grows; remark and change where there is one;
                         null for what is not known
        --baseline FILE  compares with such lines of an earlier run, and marks each row whose
                         minimum is more than 15 % above the one in FILE
        --help           prints this

      Status: 0; 1 if a row is slower than in FILE; 64 if the arguments are wrong; 65 if FILE is.

      Rows:
      \(list.joined())
      """
  }
}

/// Selects rows by their ids.
struct Filter: Equatable {
  /// `*` stands for any text.
  let pattern: String

  func matches(_ id: String) -> Bool {
    var parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return id == pattern }
    let first = parts.removeFirst()
    let last = parts.removeLast()
    guard id.hasPrefix(first), id.dropFirst(first.count).hasSuffix(last) else { return false }
    var rest = id.dropFirst(first.count).dropLast(last.count)
    for part in parts where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }
}

/// Why there is no run.
enum RunError: Error, Equatable, CustomStringConvertible {
  case usage(String)
  case file(String)

  var description: String {
    switch self {
    case .usage(let text), .file(let text): text
    }
  }

  var status: Int32 {
    switch self {
    case .usage: 64
    case .file: 65
    }
  }
}
