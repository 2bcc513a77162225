package import RatchetDependencies

/// What a reducer declares to run while the state is as it is, and what such reducers around it do
/// to that.
///
/// The same for all features that the reducer runs in: what one of them has declared so far is in
/// its nodes. A feature that declares nothing has no node.
@usableFromInline
package final class Declaration<State> {
  /// Compares what a state declares with the node that tells what it declared before, and changes
  /// that; returns whether only a change of this very state can change what it declares.
  @usableFromInline package typealias Compare =
    (_ state: State, _ node: inout SubscriptionNode?, _ changes: inout SubscriptionChanges) -> Bool

  @usableFromInline let compare: Compare
  /// Those that it lists, if it lists several.
  private let parts: [Declaration]

  @usableFromInline convenience init(_ compare: @escaping Compare) {
    self.init(compare, parts: [])
  }

  private init(_ compare: @escaping Compare, parts: [Declaration]) {
    self.compare = compare
    self.parts = parts
  }

  /// All that several reducers declare for the same state, in this order; `nil` if none of them
  /// declares anything.
  @usableFromInline static func all(_ declarations: [Declaration?]) -> Declaration? {
    // In one list, also if some of them are lists: each level would cost a call for each action.
    let parts = declarations.flatMap { $0.map { $0.parts.isEmpty ? [$0] : $0.parts } ?? [] }
    if parts.count < 2 { return parts.first }
    return Declaration({ compareAll(parts, $0, &$1, &$2) }, parts: parts)
  }

  private static func compareAll(
    _ parts: [Declaration], _ state: State, _ node: inout SubscriptionNode?,
    _ changes: inout SubscriptionChanges
  ) -> Bool {
    var isSettled = true
    if let node {
      // Safe: the nodes of a list are made below.
      let list = unsafe unsafeDowncast(node, to: SubscriptionList.self)
      for index in parts.indices {
        if unsafe !parts[index].compare(state, &list.nodes[index], &changes) { isSettled = false }
      }
      return isSettled
    }
    for index in parts.indices {
      var first: SubscriptionNode?
      let list = node.map { unsafe unsafeDowncast($0, to: SubscriptionList.self) }
      if !parts[index].compare(state, &first, &changes) { isSettled = false }
      guard let first else { continue }
      let target = list ?? SubscriptionList(count: parts.count)
      unsafe target.nodes[index] = first
      node = target
    }
    return isSettled
  }
}

extension Declaration {
  /// The same with other effects.
  @usableFromInline func map<Action>(
    _ transform: @escaping (Effect<Action>) -> Effect<Action>
  ) -> Declaration {
    Declaration { [compare] state, node, changes in
      let first = changes.count
      let isSettled = compare(state, &node, &changes)
      if changes.count > first { changes.lift(from: first, transform) }
      return isSettled
    }
  }

  /// The same under other dependencies.
  @usableFromInline func under(
    _ change: @escaping (inout DependencyValues) -> Void
  ) -> Declaration {
    // Those of the last comparison: nearly always the next one has the same.
    var outer: DependencyValues?
    var inner = DependencyValues.current
    return Declaration { [compare] state, node, changes in
      let before = changes.values
      if outer?.isIdentical(to: before) != true {
        outer = before
        inner = before.updated(by: change)
      }
      let first = changes.count
      changes.values = inner
      let isSettled = compare(state, &node, &changes)
      changes.values = before
      if changes.count > first { changes.lift(from: first, under: inner) }
      return isSettled
    }
  }

  /// What a reduction declares that is made when it is first used.
  convenience init(lazily make: @escaping () -> Declaration?) {
    self.init { state, node, changes in
      let values = changes.values
      let made = values.isIdentical(to: .current) ? make() : values.withValues(make)
      return made?.compare(state, &node, &changes) ?? true
    }
  }
}
