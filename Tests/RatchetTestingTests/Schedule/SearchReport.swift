/// What a failure of `ExploreSchedulesTests` prints, of two searches of which the old one is last.
enum SearchReport {
  /// How many jobs there are between two events depends on the build, and so do the numbers of the
  /// lines.
  static func withoutJobs(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasSuffix(" continues") && !$0.hasSuffix(" run in turn") }
      .map { line in
        let event = line.hasPrefix("> ") ? line.dropFirst(2) : line
        return event.first?.isNumber == true ? event.drop { $0 != " " }.dropFirst() : event
      }
      .joined(separator: "\n")
  }

  static func text(of seed: UInt64) -> String {
    """
    The schedule of seed \(seed) fails: The state after receiving 'found("new")' is not what was \
    expected:

        State(
          query: "new"
      -   result: "old"
      +   result: "new"
        )

    (- expected, + actual)

    It deviates from the default order:

    run "search" #2 before "search" #1

    Under this schedule:

    the test sends search("old")
    state.query = "old"
    "search" #1 starts (Search.swift:1)
    "search" #1 sleeps until 1.0 seconds
    the test sends search("new")
    state.query = "new"
    "search" #2 starts (Search.swift:1)
    "search" #2 sleeps until 1.0 seconds
    the clock shows 1.0 seconds
    "search" #2 sends found("new")
    found("new") is reduced
    state.result = "new"
    "search" #2 ends

    In the default order the test passes, with these events:

    "search" #1 sends found("old")
    "search" #2 sends found("new")
    found("old") is reduced
    state.result = "old"
    "search" #1 ends
    found("new") is reduced
    state.result = "new"
    "search" #2 ends

    To run it alone, give the test store 'schedule: .deviating(#"run "search" #2 before "search" \
    #1"#)' or 'schedule: .seed(\(seed))', or call 'exploreSchedules(1, from: \(seed))'.
    """
  }
}
