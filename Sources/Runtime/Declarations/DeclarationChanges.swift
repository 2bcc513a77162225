package import RatchetDependencies

/// Collects which subscriptions are to start and stop, while a store compares what its state
/// declares with what it declared before.
///
/// A *subscription* is an effect that runs as long as the state declares it. The store makes this
/// value for each comparison, after each action. The `Declaration`s of the reducers fill it, and
/// `EffectRegistry.apply` then does what it says. Nothing starts, stops, is reported or is released
/// before the comparison is at its end, because each of these can run user code.
@usableFromInline
package struct DeclarationChanges {
  /// A subscription that is to start, with its effect.
  struct Start {
    let subscription: Subscription
    let id: AnyID?
    var effect: EffectTree
  }

  /// What a comparison has found; an object, made for the first finding, because mostly there is
  /// none: then making this value costs nothing.
  final class Findings {
    var starts: [Start] = []
    var stops: [Subscription] = []
    /// Functions that report ids that are declared twice, or do not equal themselves.
    var reports: [() -> Void] = []
    /// User values, such as ids, that are kept until the end, because a `deinit` is user code.
    var released: [Any] = []
  }

  private(set) var findings: Findings?
  /// The number of starts so far.
  @usableFromInline private(set) var count = 0
  /// Whether a child was compared that is computed or an object: such a child may change although
  /// no collection around it does, so that the collection must compare all elements next time.
  @usableFromInline var sawUntracked = false
  /// The dependencies of the feature that is being compared, if an operator has changed them; `nil`
  /// if the dependencies in force are the right ones.
  @usableFromInline var values: DependencyValues?

  /// Counts the reads of shared keys, which tells whether the condition of a subscription has read
  /// one.
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

  /// Adds a subscription that is to start; makes its effect under the dependencies of its feature.
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

  /// Keeps a user value that no node holds any more, so that it is released at the end.
  mutating func release(_ value: Any) {
    makeFindings().released.append(value)
  }

  /// Keeps a report until the end, because the report prints a user value.
  mutating func report(_ make: @escaping () -> Void) {
    makeFindings().reports.append(make)
  }

  /// Adds all subscriptions that a node and the nodes below it record to those that stop; sets the
  /// node to `nil`.
  @usableFromInline mutating func end(_ node: inout DeclarationNode?) {
    node.take()?.end(&self)
  }

  /// Gives the effects found since the start with number `first` the dependencies of a feature.
  func lift(from first: Int, under values: DependencyValues) {
    guard let findings else { return }
    for index in first..<count {
      findings.starts[index].effect = .dependent(findings.starts[index].effect, values)
    }
  }

  /// Embeds the effects found since the start with number `first` in a parent: they are a child's.
  func lift<Action, Other>(
    from first: Int, _ transform: (Effect<Action>) -> Effect<Other>
  ) {
    guard let findings else { return }
    for index in first..<count {
      findings.starts[index].effect = transform(Effect(findings.starts[index].effect)).tree
    }
  }
}
