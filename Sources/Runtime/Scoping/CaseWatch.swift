/// Watches of which case an enum state is, but not what changes in the case.
final class CaseWatch<State>: MemberWatch<State> {
  private let tags: CaseTags<State>
  private var seen: Int?

  init(_ tags: CaseTags<State>, in node: StateNode, ordinal: Int) {
    self.tags = tags
    super.init(in: node, ordinal: ordinal)
  }

  override func keep(_ state: StateReference<State>) {
    seen = tags.tag(of: state.value)
  }

  override func isOther(in state: StateReference<State>) -> Bool {
    seen != tags.tag(of: state.value)
  }
}

/// Watches whether an enum state comes to be of a case that it is not of.
final class OtherCaseWatch<State, Child>: MemberWatch<State> {
  private let tags: CaseTags<State>
  private var seen: Int?
  /// Constructors cannot be compared, so each read adds one.
  private var paths: [CasePath<State, Child>] = []
  private let limit = 8

  init(_ tags: CaseTags<State>, in node: StateNode, ordinal: Int) {
    self.tags = tags
    super.init(in: node, ordinal: ordinal)
  }

  /// Waits for one more case.
  func wait(for path: CasePath<State, Child>) {
    if paths.count <= limit { paths.append(path) }
  }

  override func keep(_ state: StateReference<State>) {
    seen = tags.tag(of: state.value)
  }

  override func isOther(in state: StateReference<State>) -> Bool {
    let value = state.value
    if tags.tag(of: value) == seen { return false }
    // With too many to keep, any other case may be one that somebody waits for.
    return paths.count > limit || paths.contains { $0.extract(from: value) != nil }
  }

  override func forget() {
    pool.add(exchange(&paths, with: []))
  }
}
