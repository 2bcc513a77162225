import RatchetDependencies

extension InFlight {
  /// Cancels all that is in flight in features that are not there any more, and in those below them.
  func cancelRemoved<State>(in state: State) {
    var search = PresenceSearch(in: tables.ledger.paths)
    search.visit(state, at: .root)
    // All at once: what a cancellation handler does must not change what the other paths stand for.
    if !search.missing.isEmpty {
      for path in search.missing { throttles.remove(below: tables.ledger.path(at: path)) }
      carryOut(tables.ledger.cancelAll(at: search.missing))
    }
    hasPaths = tables.ledger.pathsInUse > 0
  }

  /// Says that an action came for a child that is not there.
  func report(_ child: AbsentChild, _ place: EffectPlace) {
    let path = tables.ledger.path(at: place.path) + [child.component]
    let text = child.text(
      action: place.cause, path: path, sender: place.sender.map { "effect \($0.title)" })
    let origin = place.sender?.origin ?? child.component.step.origin
    RatchetDependencies.report(text, fileID: origin.file, line: origin.line)
  }
}
