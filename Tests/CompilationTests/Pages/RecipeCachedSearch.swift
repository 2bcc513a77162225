// with: Recipes

@Test func oldestResultsAreForgotten() {
  var cache = SearchCache(limit: 2)
  let now = Date.distantPast
  for query in ["a", "b", "a", "c"] { cache.insert([query], for: query, at: now) }
  #expect(cache.results(for: "b", at: now) == nil)
  #expect(cache.results(for: "a", at: now) == ["a"])
  #expect(cache.results(for: "c", at: now) == ["c"])
}
