/// The view of a child that is the payload of a case of its parent's state.
final class CaseView<Parent, State>: PayloadView<Parent, State> {
  private let path: CasePath<Parent, State>
  private let bytes = StateBytes(count: MemoryLayout<Parent>.size)

  init(
    _ state: State, at path: CasePath<Parent, State>, key: ScopeKey, in source: StateView<Parent>
  ) {
    self.path = path
    super.init(state, key: key, in: source)
    noteSeen(source.current())
  }

  override func extract(from parent: StateReference<Parent>) -> State? {
    path.extract(from: parent.value)
  }

  override func isSurelyUnchanged(in parent: StateReference<Parent>) -> Bool {
    // What an indirect case refers to is not kept alive by its payload, so its bytes tell nothing.
    guard case .projected = path.verdict else { return false }
    return bytes.match(parent)
  }

  override func noteSeen(_ parent: StateReference<Parent>) {
    bytes.take(from: parent)
  }
}
