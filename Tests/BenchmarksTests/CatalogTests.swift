import Testing

@testable import benchmarks

@MainActor @Suite("The rows of the benchmarks")
struct CatalogTests {
  @Test("have each an id of its own")
  func ids() {
    let ids = Catalog().ids
    #expect(Set(ids).count == ids.count)
    #expect(Set(ids).isSuperset(of: ["a", "b10-opaque", "c-live", "f-sequence", "growth-c"]))
  }

  @Test("compare themselves with rows that are measured before them")
  func baselines() {
    var measured: Set<String> = []
    for row in Catalog().benchmarks {
      if let baseline = row.baseline { #expect(measured.contains(baseline), "\(row.id)") }
      measured.insert(row.id)
    }
    #expect(measured.count > 95)
  }

  @Test(
    "are selected by patterns",
    arguments: [
      ("a", ["a"]), ("x*", ["x", "x1M"]), ("*1M", ["x1M"]), ("f-s*m", ["f-stream"]),
      ("*-seq*", ["f-sequence"]), ("h-parked-1k*", ["h-parked-1k"]),
    ])
  func selection(_ pattern: String, _ ids: [String]) throws {
    #expect(try Catalog().selection([Filter(pattern: pattern)]).ids == ids)
  }
}
