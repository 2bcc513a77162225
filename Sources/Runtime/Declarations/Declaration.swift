package import RatchetDependencies

/// What a reducer declares to run while the state is as it is, and what such reducers around it do
/// to that.
///
/// Used by the operators around the reducer, and by the store. Owns the closure that compares. Do
/// not start or release anything in it: the changes keep that for the end.
///
/// The same for all features that the reducer runs in: what one of them has declared so far is in
/// its nodes. A feature that declares nothing has no node.
@usableFromInline
package final class Declaration<State> {
  @usableFromInline package typealias Compare =
    (
      _ state: State, _ node: inout DeclarationNode?, _ changes: inout DeclarationChanges
    ) -> Void

  /// Called by `compare` alone, so that this object outlives each call.
  @usableFromInline let comparison: Compare
  /// Those that it lists, if it lists several.
  @usableFromInline let parts: [Declaration]
  /// Finds the line of the operator that declares it, or of the first one.
  @usableFromInline let origin: () -> SourceOrigin?

  @usableFromInline init(
    at origin: @escaping () -> SourceOrigin?, parts: [Declaration] = [],
    _ comparison: @escaping Compare
  ) {
    self.origin = origin
    self.comparison = comparison
    self.parts = parts
  }

  /// What a reducer declares whose reduction is made when it is first used.
  init(lazily make: @escaping () -> Declaration?) {
    let lazy = LazyDeclaration(make)
    // Not made for this: a feature may contain itself.
    origin = { lazy.origin }
    parts = []
    comparison = { state, node, changes in
      let made = lazy.made ?? lazy.declaration(under: changes.values)
      made.compare(state, &node, &changes)
    }
  }

  /// Compares what a state declares with the node that tells what it declared before, and changes
  /// that.
  @inlinable func compare(
    _ state: State, _ node: inout DeclarationNode?, _ changes: inout DeclarationChanges
  ) {
    comparison(state, &node, &changes)
  }
}

extension Declaration {
  /// All that several reducers declare for the same state, in this order; `nil` if none of them
  /// declares anything.
  ///
  /// Inlinable, because code that the compiler specializes for the user's types takes a fifth of
  /// the time. (sub10)
  @inlinable static func all(_ declarations: [Declaration?]) -> Declaration? {
    // In one list, also if some of them are lists: each level would cost a call for each action.
    var parts: [Declaration] = []
    for case let declaration? in declarations {
      if declaration.parts.isEmpty { parts.append(declaration) } else { parts += declaration.parts }
    }
    if parts.count < 2 { return parts.first }
    let comparison: Compare = { [parts] state, node, changes in
      // Only this list makes the node.
      let list = node as? DeclarationList
      for (index, one) in parts.enumerated() {
        var part = list?.nodes[index]
        one.compare(state, &part, &changes)
        if let list {
          list.nodes[index] = part
        } else if let part {
          DeclarationList.set(part, at: index, of: parts.count, &node)
        }
      }
    }
    return Declaration(
      at: { parts.lazy.compactMap { $0.origin() }.first }, parts: parts, comparison)
  }

  /// The same under other dependencies.
  @usableFromInline func under(
    _ change: @escaping (inout DependencyValues) -> Void
  ) -> Declaration {
    // Those of the last comparison: nearly always the next one has the same.
    var outer: DependencyValues?
    var inner = DependencyValues.current
    return Declaration(at: origin) { [self] state, node, changes in
      let before = changes.values
      let around = before ?? .current
      if outer?.isIdentical(to: around) != true {
        outer = around
        inner = around.updated(by: change)
      }
      let first = changes.count
      changes.values = inner
      inner.withValues { compare(state, &node, &changes) }
      changes.values = before
      if changes.count > first { changes.lift(from: first, under: inner) }
    }
  }
}
