// How the loop of a store starts and stops *subscriptions*, effects that run as long as the state
// declares them: it compares what the state declares when the store begins and after each action.

extension Core {
  /// Begins the store's work: synchronizes its kept fields with the shared keys, and starts what
  /// the initial state declares.
  package func begin() {
    queueing { beginSharing() }
    if let feed { withStoreDependencies { feed.begin(box.value) } }
    declaration = reduction.declarations.running
    if declaration == nil { return }
    withStoreDependencies {
      update { walkFeatures(cause: SubscriptionCause.initialState) }
    }
  }

  /// Stops all subscriptions and starts no more.
  func endSubscriptions() {
    if declaration.take() != nil { update { registry.cancelSubscriptions() } }
  }

  /// Walks through the state: ends what belongs to features that have left it and, if it compares,
  /// stops and starts subscriptions; those that start are put at a position among the pending
  /// effects.
  // Not inlined: see `Core+Observers`.
  @inline(never)
  func walkFeatures(
    isComparing: Bool = true, cause: @autoclosure () -> any Sendable,
    startingAt position: Int? = nil
  ) {
    let declared = isComparing ? declaration : nil
    let registry = registry
    var walk = FeatureWalk(
      from: registry.root, isComparing: declared != nil, reads: existingShared?.reads)
    repeat {
      startListening(&walk) { visit(&$0, declared) }
    } while registry.endFeatures(&walk)
    guard let findings = walk.existingFindings else { return }
    // User code that the walk called may have ended all subscriptions.
    if declared != nil, declaration !== declared { return }
    registry.apply(findings, cause: cause(), startingAt: position)
  }

  private func visit(_ walk: inout FeatureWalk, _ declared: Declaration<State>?) {
    box.read { state in
      declared?.visit(state, &walk)
      walk.visitChildren(of: state)
    }
  }
}
