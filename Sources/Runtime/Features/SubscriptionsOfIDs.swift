package import RatchetDependencies

// The operators `subscription(while:)`, `subscription(id:)` and `subscriptions(ids:)` declare which
// effects (*subscriptions*) run for a state. After each action, a `FeatureWalk` visits the
// operators with the state. Each has a record of what it has declared so far; the methods below
// compare, and add to the walk what is to start and stop.
//
// An id that does not equal itself, such as `Double.nan`, could not be found again: it has no
// subscription.

/// Records the subscriptions of an operator `subscription(id:)` or `subscriptions(ids:)`, one for
/// each id.
@usableFromInline
final class SubscriptionsOfIDs<ID: Hashable & Sendable>: DeclarationRecord {
  /// The ids as declared, including duplicates.
  @usableFromInline let ids: [ID]
  /// The subscription of each id, without ids that do not equal themselves.
  fileprivate let subscriptions: [ID: Subscription]

  fileprivate init(_ ids: [ID], _ subscriptions: [ID: Subscription]) {
    self.ids = ids
    self.subscriptions = subscriptions
  }

  /// The ids that are declared more than once.
  fileprivate var duplicates: Set<ID> {
    var seen: Set<ID> = []
    return Set(ids.filter { $0 == $0 && !seen.insert($0).inserted })
  }

  /// Returns the ids that are declared now, or `nil` if they are the same as before.
  @inlinable static func changed(
    _ record: DeclarationRecord?, _ ids: @autoclosure () -> some Sequence<ID>
  ) -> [ID]? {
    let known = (record as? Self)?.ids ?? []
    return ids().elementsEqual(known) ? nil : Array(ids())
  }

  /// Stops all: the feature has left the state.
  override func end(_ walk: inout FeatureWalk) {
    for subscription in subscriptions.values { walk.stop(subscription) }
    walk.release(self)
  }
}

extension FeatureWalk {
  /// Starts the subscription of `subscription(while:)`, or stops it if there is a record of it;
  /// called when the result of the condition has changed.
  @usableFromInline mutating func toggle<Action>(
    _ record: inout DeclarationRecord?, _ effect: () -> Effect<Action>
  ) {
    if record == nil { record = start(nil, effect) } else { endRecord(&record) }
  }

  /// Stops the subscriptions of ids that are no longer declared and starts subscriptions of new
  /// ones.
  @usableFromInline mutating func replace<ID: Hashable & Sendable, Action>(
    _ record: inout DeclarationRecord?, by ids: [ID], at origin: SourceOrigin,
    _ effect: (ID) -> Effect<Action>
  ) {
    let old = record as? SubscriptionsOfIDs<ID>
    var subscriptions: [ID: Subscription] = [:]
    // A mistake that was there before has been reported: only new ones are.
    var reported = old?.duplicates ?? []
    var isUnequalReported = old?.ids.contains { $0 != $0 } ?? false
    for id in ids {
      if id != id {
        if !exchange(&isUnequalReported, with: true) { report(unequal: id, at: origin) }
      } else if subscriptions[id] == nil {
        subscriptions[id] = old?.subscriptions[id] ?? start(AnyID(id)) { effect(id) }
      } else if reported.insert(id).inserted {
        report(duplicate: id, at: origin)
      }
    }
    if let old {
      for (id, subscription) in old.subscriptions where subscriptions[id] == nil {
        stop(subscription)
      }
      release(old)
    }
    record = ids.isEmpty ? nil : SubscriptionsOfIDs(ids, subscriptions)
  }

  private mutating func report<ID: Hashable & Sendable>(unequal id: ID, at origin: SourceOrigin) {
    atEnd {
      reportNotEqualToItself(
        id, "No subscription runs for it, because subscriptions are identified by id.",
        fileID: origin.file, line: origin.line)
    }
  }

  private mutating func report<ID: Hashable & Sendable>(
    duplicate id: ID, at origin: SourceOrigin
  ) {
    atEnd {
      RatchetDependencies.report(
        """
        An id occurs more than once in 'subscriptions(ids:)': \(AnyID(id))

        Subscriptions are identified by id; the duplicate was ignored. To fix this, use unique \
        ids, for example a 'Set'.
        """, fileID: origin.file, line: origin.line)
    }
  }
}
