package import RatchetDependencies

/// What a comparison of the state with what it declared has found: which subscriptions are to start
/// and to stop.
///
/// Nothing starts, stops, is reported or is released before the comparison is at its end.
@usableFromInline
package struct DeclarationChanges {
  /// A subscription that the state declares now.
  struct Start {
    let subscription: Subscription
    let id: AnyID?
    var effect: EffectTree
  }

  /// An object, because mostly there is none: then making this value costs nothing.
  final class Findings {
    var starts: [Start] = []
    var stops: [Subscription] = []
    /// Reports of ids, to be made at the end.
    var reports: [() -> Void] = []
    /// Ids of the user's, to be released at the end.
    var released: [Any] = []
  }

  private(set) var findings: Findings?
  /// The number of starts so far.
  @usableFromInline private(set) var count = 0
  /// Whether something that was compared may change although no collection around it does: a child
  /// that is computed or an object.
  @usableFromInline var sawUnstamped = false
  /// The dependencies of the feature that is compared; `nil` if they are those in force.
  @usableFromInline var values: DependencyValues?

  /// What conditions read of shared keys.
  let reads: SharedReads?

  init(reads: SharedReads? = nil) {
    self.reads = reads
  }

  private mutating func makeFindings() -> Findings {
    if let findings { return findings }
    let made = Findings()
    findings = made
    return made
  }

  // MARK: - What is found

  /// Starts a subscription, whose effect is asked for under the dependencies of its feature.
  mutating func start<Action>(_ id: AnyID?, _ effect: () -> Effect<Action>) -> Subscription {
    let subscription = Subscription()
    let tree = (values.map { $0.withValues(effect) } ?? effect()).tree
    makeFindings().starts.append(Start(subscription: subscription, id: id, effect: tree))
    count += 1
    return subscription
  }

  mutating func stop(_ subscription: Subscription) {
    makeFindings().stops.append(subscription)
  }

  /// Keeps something of the user's that no node holds any more.
  mutating func release(_ value: Any) {
    makeFindings().released.append(value)
  }

  /// Keeps a report, which prints something of the user's.
  mutating func report(_ make: @escaping () -> Void) {
    makeFindings().reports.append(make)
  }

  /// Ends all that a node and those below it tell of.
  @usableFromInline mutating func end(_ node: inout DeclarationNode?) {
    node.take()?.end(&self)
  }

  /// Puts effects under the dependencies of a feature, from a start on.
  func lift(from first: Int, under values: DependencyValues) {
    guard let findings else { return }
    for index in first..<count {
      findings.starts[index].effect = .dependent(findings.starts[index].effect, values)
    }
  }

  /// Makes effects of a child those of its parent, from a start on.
  func lift<Action, Other>(
    from first: Int, _ transform: (Effect<Action>) -> Effect<Other>
  ) {
    guard let findings else { return }
    for index in first..<count {
      findings.starts[index].effect = transform(Effect(findings.starts[index].effect)).tree
    }
  }
}
