package import RatchetDependencies

/// Finds which subscriptions a reducer declares for a state, and which of these are to start or
/// stop because the state has changed.
///
/// A *subscription* is an effect that runs as long as the state declares it. One declaration serves
/// all features that the reducer runs in, such as the rows of a list; what each feature has
/// declared so far is in its own `DeclarationNode`. A feature that declares nothing has no node.
///
/// Used by the operators around the reducer, which build their declaration from it, and by the
/// store, after each action. Owns the closure that compares. Do not start, stop, or release
/// anything while comparing: that can run user code, which may call the store. `DeclarationChanges`
/// collects the work, and the store does it afterwards.
@usableFromInline
package final class Declaration<State> {
  @usableFromInline package typealias Compare =
    (
      _ state: State, _ node: inout DeclarationNode?, _ changes: inout DeclarationChanges
    ) -> Void

  /// Called only by the method `compare`, so that this object stays alive during each call.
  @usableFromInline let comparison: Compare
  /// The declarations in this list, if `all` made it of several; otherwise empty.
  @usableFromInline let parts: [Declaration]
  /// Finds the source line of the operator that declares the subscriptions, for reports; in a list,
  /// the first operator's.
  @usableFromInline let origin: () -> SourceOrigin?

  @usableFromInline init(
    at origin: @escaping () -> SourceOrigin?, parts: [Declaration] = [],
    _ comparison: @escaping Compare
  ) {
    self.origin = origin
    self.comparison = comparison
    self.parts = parts
  }

  /// The declaration of a reducer whose body is built as late as possible: `make` is called at the
  /// first comparison.
  init(lazily make: @escaping () -> Declaration?) {
    let lazy = LazyDeclaration(make)
    // Does not call `make`: if a feature contains itself, that would not end.
    origin = { lazy.origin }
    parts = []
    comparison = { state, node, changes in
      let made = lazy.made ?? lazy.declaration(under: changes.values)
      made.compare(state, &node, &changes)
    }
  }

  /// Compares what a state declares with the node, which records what was declared before; adds the
  /// differences to the changes, and updates the node.
  @inlinable func compare(
    _ state: State, _ node: inout DeclarationNode?, _ changes: inout DeclarationChanges
  ) {
    comparison(state, &node, &changes)
  }
}

extension Declaration {
  /// Combines what several reducers declare for the same state, in this order; `nil` if none of
  /// them declares anything.
  ///
  /// Inlinable, because code that the compiler specializes for the user's types takes a fifth of
  /// the time. (Benchmark `sub10`.)
  @inlinable static func all(_ declarations: [Declaration?]) -> Declaration? {
    // Makes one flat list, even of lists: each level would cost one more call for each action.
    var parts: [Declaration] = []
    for case let declaration? in declarations {
      if declaration.parts.isEmpty { parts.append(declaration) } else { parts += declaration.parts }
    }
    if parts.count < 2 { return parts.first }
    let comparison: Compare = { [parts] state, node, changes in
      // Only this closure makes the node, so the node has the same number of parts.
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

  /// The same declaration, evaluated under changed dependencies.
  @usableFromInline func under(_ dependencies: DerivedDependencies) -> Declaration {
    Declaration(at: origin) { [self] state, node, changes in
      let before = changes.values
      let inner = dependencies.values(around: before ?? .current)
      let first = changes.count
      changes.values = inner
      inner.withValues { compare(state, &node, &changes) }
      changes.values = before
      if changes.count > first { changes.lift(from: first, under: inner) }
    }
  }
}
