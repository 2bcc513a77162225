// How the loop of a store starts and stops *subscriptions*, effects that run as long as the state
// declares them: it compares what the state declares when the store begins and after each action.

extension Core {
  /// Begins the work of a store; must be called before any action is sent.
  ///
  /// Connects kept fields with the storage, notifies observers, and starts the subscriptions that
  /// the initial state declares.
  package func begin() {
    queueing { beginSharing() }
    if let feed { withStoreDependencies { feed.begin(box.value) } }
    subscriptions = reduction.declarations.subscriptions.map(DeclaredSubscriptions.init)
    if subscriptions == nil { return }
    withStoreDependencies {
      update { compareDeclarations(cause: SubscriptionCause.initialState) }
    }
  }

  /// Cancels all subscriptions when the store is drained; from now on, none is started.
  func endSubscriptions() {
    guard let ended = subscriptions.take() else { return }
    update { registry.cancelSubscriptions() }
    extendLifetime(ended)
  }

  /// Starts the subscriptions that the state newly declares, and stops those that it no longer
  /// declares; `position` is where those that start join the pending effects, if not at the end.
  func compareDeclarations(
    cause: @autoclosure () -> any Sendable, startingAt position: Int? = nil
  ) {
    if let subscriptions { compare(subscriptions, cause: cause(), startingAt: position) }
  }

  // Not inlined: see `Core+Observers`.
  @inline(never)
  func compare(
    _ declared: DeclaredSubscriptions<State>, cause: @autoclosure () -> any Sendable,
    startingAt position: Int?
  ) {
    var changes = DeclarationChanges(reads: reads)
    let noted = reads?.noting { box.read { declared.compare($0, &changes) } } ?? []
    // Keys that a condition read for the first time: an effect compares again when one changes.
    for entry in noted {
      _ = changes.start(AnyID(entry.name)) {
        entry.effect { [weak self] in self?.compareSubscriptions() } as Effect<Action>
      }
    }
    // User code that the comparison called may have ended all subscriptions.
    guard let findings = changes.findings, subscriptions === declared else { return }
    registry.apply(findings, cause: cause(), startingAt: position)
  }
}
