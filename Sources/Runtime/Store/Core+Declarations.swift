extension Core {
  /// Makes the mirrors of the initial state equal, notifies observers and starts what the state
  /// declares; must be called before any action is sent.
  package func begin() {
    if let mirrors = reduction.declarations.mirrors {
      withStoreDependencies {
        phase = .reducing
        mirrored = begin(mirrors)
        phase = .idle
      }
    }
    if isObserved { notifyBeginning() }
    subscriptions = reduction.declarations.subscriptions.map(DeclaredSubscriptions.init)
    if mirrored == nil, subscriptions == nil { return }
    withStoreDependencies {
      phase = .reducing
      compareDeclarations(cause: SubscriptionCause.initialState)
      phase = .idle
      if work != .none { settle() }
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
    if let mirrored { mirrored.values.reportReceivers() }
  }

  // Not inlined: see `Core+Observers`.
  @inline(never)
  func compare(
    _ declared: DeclaredSubscriptions<State>, cause: @autoclosure () -> any Sendable
  ) {
    var changes = DeclarationChanges(mirrored?.values)
    declared.compare(box.reference, &changes)
    // User code that the comparison called may have ended the subscriptions meanwhile.
    guard let news = changes.news, subscriptions === declared else { return }
    if !news.deep.isEmpty { declared.removeReported(from: news) }
    registry.apply(news, cause: cause())
    requireEndOfBatch()
  }
}
