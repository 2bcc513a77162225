extension Core {
  /// Connects kept fields with the storage, notifies observers and starts what the initial state
  /// declares; must be called before any action is sent.
  package func begin() {
    phase = .reducing
    beginSharing()
    phase = .idle
    if isObserved { notifyBeginning() }
    subscriptions = reduction.declarations.subscriptions.map(DeclaredSubscriptions.init)
    if subscriptions == nil { return }
    withStoreDependencies {
      phase = .reducing
      compareDeclarations(cause: SubscriptionCause.initialState)
      phase = .idle
      finishBatch()
    }
  }

  func endSubscriptions() {
    guard let ended = subscriptions.take() else { return }
    update { registry.cancelSubscriptions() }
    extendLifetime(ended)
  }

  /// Starts and stops what the state declares differently since the last action.
  func compareDeclarations(cause: @autoclosure () -> any Sendable) {
    if let subscriptions { compare(subscriptions, cause: cause()) }
  }

  // Not inlined: see `Core+Observers`.
  @inline(never)
  func compare(
    _ declared: DeclaredSubscriptions<State>, cause: @autoclosure () -> any Sendable
  ) {
    var changes = DeclarationChanges(reads: reads)
    let noted = reads?.noting { box.look { declared.compare($0, &changes) } } ?? []
    for entry in noted {
      _ = changes.start(AnyID(entry.name)) { entry.comparing() as Effect<Action> }
    }
    // User code that the comparison called may have ended the subscriptions meanwhile.
    guard let findings = changes.findings, subscriptions === declared else { return }
    registry.apply(findings, cause: cause())
  }
}
