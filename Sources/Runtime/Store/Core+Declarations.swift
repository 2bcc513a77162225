// How the loop of a store starts and stops *subscriptions*, effects that run while the state
// declares them: when the store begins and after each action, a `FeatureWalk` compares what the
// state declares with what it declared before. The walk also finds the features that have left.

extension Core {
  /// Begins the store's work: synchronizes its kept fields with the shared keys, notifies observers
  /// of the initial state, and starts the subscriptions that it declares.
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

  /// Walks through the state: ends what belongs to features that have left it and, if
  /// `isComparing`, stops and starts subscriptions.
  ///
  /// `cause` is why these start: an action, or a `SubscriptionCause`. They are put at `position`
  /// among the pending effects, so that they start before the effects that the action has returned;
  /// at the end if it is `nil`.
  // Not inlined: it would have each action, even without a walk, look up metadata of generic types.
  @inline(never)
  func walkFeatures(
    isComparing: Bool = true, cause: @autoclosure () -> any Sendable,
    startingAt position: Int? = nil
  ) {
    let declared = isComparing ? declaration : nil
    let registry = registry
    var walk = FeatureWalk(
      from: registry.root, isComparing: declared != nil, reads: existingShared?.reads)
    // Repeated, because the end of a feature may register effects of others that have left, too.
    repeat {
      startListening(&walk) { visit(&$0, declared) }
    } while registry.endFeatures(&walk)
    guard let findings = walk.existingFindings else { return }
    // User code that the walk called may have ended all subscriptions.
    if declared != nil, declaration !== declared { return }
    registry.apply(findings, cause: cause(), startingAt: position)
  }

  /// Leads a walk to what the state declares, and to the children in which something is alive.
  private func visit(_ walk: inout FeatureWalk, _ declared: Declaration<State>?) {
    box.read { state in
      declared?.visit(state, &walk)
      walk.visitChildren(of: state)
    }
  }
}
