import RatchetDependencies

extension EffectRegistry {
  /// Cancels all that is in flight in features that are not there any more, and in those below them.
  func cancelRemoved<State>(in state: State) {
    if throttles.hasPaths {
      throttles.forgetPast()
      throttles.remove(PresenceSearch.missing(in: state, throttles.paths))
    }
    var isSearching = true
    while isSearching {
      let missing = PresenceSearch.missing(in: state, tables.ledger.paths)
      // All at once: what a cancellation handler does must not change what the other paths stand for.
      if !missing.isEmpty { carryOut(tables.ledger.cancelAll(at: missing)) }
      // The next part of a sequence may be of a feature that is not there either.
      isSearching = !due.isEmpty && !isEntering
      if isSearching { enterDue() }
    }
    hasPaths = tables.ledger.pathsInUse > 0 || throttles.hasPaths
  }

  /// Says that an action came for a child that is not there.
  func report(_ child: AbsentChild, _ context: EffectContext) {
    let path = tables.ledger.path(at: context.path) + [child.component]
    let text = child.text(
      action: context.cause, path: path, sender: context.sender.map { "effect \($0.title)" })
    let origin = context.sender?.origin ?? child.component.step.origin
    RatchetDependencies.report(text, fileID: origin.file, line: origin.line)
  }
}
