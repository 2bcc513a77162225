package import RatchetDependencies

// The operators `subscription(while:)`, `subscription(id:)` and `subscriptions(ids:)` declare which
// effects (*subscriptions*) run for a state. A store compares after each action: a *node* for each
// operator records what was declared so far, and a method below finds what is to start and stop. An
// id that does not equal itself, such as `Double.nan`, could not be found again and has none.

/// Records the subscription of an operator `subscription(id:)`, and the id that it runs for.
@usableFromInline
final class SubscriptionOfID<ID: Hashable & Sendable>: DeclarationNode {
  @usableFromInline let id: ID
  /// `nil` if the id does not equal itself.
  fileprivate let subscription: Subscription?

  init(_ id: ID, _ subscription: Subscription?) {
    self.id = id
    self.subscription = subscription
  }

  /// Whether the id is the same as before; if not, the operator calls `replace`.
  @inlinable static func isUnchanged(_ node: DeclarationNode?, _ id: ID?) -> Bool {
    (node as? Self)?.id == id
  }

  override func end(_ changes: inout DeclarationChanges) {
    if let subscription { changes.stop(subscription) }
    changes.release(id)
  }
}

/// Records the subscriptions of an operator `subscriptions(ids:)`, one for each id.
@usableFromInline
final class SubscriptionsOfIDs<ID: Hashable & Sendable>: DeclarationNode {
  /// The ids as declared, including duplicates.
  @usableFromInline let ids: [ID]
  fileprivate let subscriptions: [ID: Subscription]
  /// The ids that are declared more than once; each was reported when that was first so.
  fileprivate let duplicates: Set<ID>
  /// Whether one of the ids does not equal itself, and so has no subscription.
  fileprivate let hasUnequal: Bool

  fileprivate init(
    _ ids: [ID], _ subscriptions: [ID: Subscription], duplicates: Set<ID>, hasUnequal: Bool
  ) {
    self.ids = ids
    self.subscriptions = subscriptions
    self.duplicates = duplicates
    self.hasUnequal = hasUnequal
  }

  /// Returns the ids that are declared now, or `nil` if they are the same as before.
  @inlinable static func changed(
    _ node: DeclarationNode?, _ declared: some Sequence<ID>
  ) -> [ID]? {
    let known = (node as? Self)?.ids ?? []
    var iterator = declared.makeIterator()
    var count = 0
    var next = iterator.next()
    while let id = next, count < known.count, known[count] == id {
      count += 1
      next = iterator.next()
    }
    if next == nil, count == known.count { return nil }
    // Continues with the same iterator, because the sequence may allow only one pass.
    var ids = Array(known[..<count])
    while let id = next {
      ids.append(id)
      next = iterator.next()
    }
    return ids
  }

  override func end(_ changes: inout DeclarationChanges) {
    for id in ids {
      if let subscription = subscriptions[id] { changes.stop(subscription) }
    }
    changes.release(self)
  }
}

extension DeclarationChanges {
  /// Starts the subscription of an operator without an id, or stops it if it runs; called when the
  /// result of its condition has changed.
  @usableFromInline mutating func toggle<Action>(
    _ node: inout DeclarationNode?, _ effect: () -> Effect<Action>
  ) {
    if node == nil { node = start(nil, effect) } else { end(&node) }
  }

  /// Stops the subscription of one id and starts the subscription of another.
  @usableFromInline mutating func replace<ID: Hashable & Sendable, Action>(
    _ node: inout DeclarationNode?, by id: ID?, at origin: SourceOrigin,
    _ effect: (ID) -> Effect<Action>
  ) {
    let old = node as? SubscriptionOfID<ID>
    let wasUnequal = old.map { $0.subscription == nil } ?? false
    end(&node)
    guard let id else { return }
    if id == id {
      node = SubscriptionOfID(id, start(AnyID(id)) { effect(id) })
    } else {
      if !wasUnequal { report(unequal: id, at: origin) }
      node = SubscriptionOfID(id, nil)
    }
  }

  /// Stops the subscriptions of ids that are no longer declared and starts subscriptions of new
  /// ones.
  @usableFromInline mutating func replace<ID: Hashable & Sendable, Action>(
    _ node: inout DeclarationNode?, by ids: [ID], at origin: SourceOrigin,
    _ effect: (ID) -> Effect<Action>
  ) {
    let old = node as? SubscriptionsOfIDs<ID>
    var subscriptions: [ID: Subscription] = [:]
    var duplicates: Set<ID> = []
    var hasUnequal = false
    for id in ids {
      if id != id {
        if !hasUnequal, old?.hasUnequal != true { report(unequal: id, at: origin) }
        hasUnequal = true
      } else if subscriptions[id] == nil {
        subscriptions[id] = old?.subscriptions[id] ?? start(AnyID(id)) { effect(id) }
      } else if duplicates.insert(id).inserted, old?.duplicates.contains(id) != true {
        report(duplicate: id, at: origin)
      }
    }
    if let old {
      for id in old.ids where subscriptions[id] == nil {
        if let subscription = old.subscriptions[id] { stop(subscription) }
      }
      release(old)
    }
    node =
      ids.isEmpty
      ? nil
      : SubscriptionsOfIDs(ids, subscriptions, duplicates: duplicates, hasUnequal: hasUnequal)
  }

  private mutating func report<ID: Hashable & Sendable>(unequal id: ID, at origin: SourceOrigin) {
    report {
      reportNotEqualToItself(
        id, "No subscription runs for it, because subscriptions are identified by id.",
        fileID: origin.file, line: origin.line)
    }
  }

  private mutating func report<ID: Hashable & Sendable>(
    duplicate id: ID, at origin: SourceOrigin
  ) {
    report {
      RatchetDependencies.report(
        """
        An id occurs more than once in 'subscriptions(ids:)': \(AnyID(id))

        Subscriptions are identified by id; the duplicate was ignored. To fix this, use unique \
        ids, for example a 'Set'.
        """, fileID: origin.file, line: origin.line)
    }
  }
}
