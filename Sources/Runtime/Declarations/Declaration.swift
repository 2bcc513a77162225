package import RatchetDependencies

/// What a reducer declares to run while the state is as it is, and what such reducers around it do
/// to that.
///
/// The same for all features that the reducer runs in: what one of them has declared so far is in
/// its nodes. A feature that declares nothing has no node.
@usableFromInline
package final class Declaration<State> {
  @usableFromInline package typealias Compare =
    (
      _ state: StateReference<State>, _ node: inout DeclarationNode?,
      _ changes: inout DeclarationChanges
    ) -> Bool

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
      if let made = unsafe lazy.made {
        // Safe: `lazy`, which this closure holds, owns it until its end.
        return unsafe made._withUnsafeGuaranteedRef { $0.compare(state, &node, &changes) }
      }
      return lazy.declaration(under: changes.values).compare(state, &node, &changes)
    }
  }

  /// Compares what a state declares with the node that tells what it declared before, and changes
  /// that; returns whether only a change of this very state can change what it declares.
  @inlinable func compare(
    _ state: StateReference<State>, _ node: inout DeclarationNode?,
    _ changes: inout DeclarationChanges
  ) -> Bool {
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
    // Safe: the declaration that is returned owns its parts, and it alone calls this. (sub10:
    // retaining them for each call takes 8 % of the instructions)
    let references = unsafe parts.map { unsafe Unmanaged.passUnretained($0) }
    let comparison: Compare = { state, node, changes in
      var isSettled = true
      if let node {
        // Safe: the nodes of a list are made below, for as many parts.
        let list = unsafe unsafeDowncast(node, to: DeclarationList.self)
        for index in unsafe references.indices {
          let isPartSettled = unsafe references[index]._withUnsafeGuaranteedRef {
            unsafe $0.compare(state, &list.nodes[index], &changes)
          }
          if !isPartSettled { isSettled = false }
        }
        return isSettled
      }
      for index in unsafe references.indices {
        var part: DeclarationNode?
        let isPartSettled = unsafe references[index]._withUnsafeGuaranteedRef {
          $0.compare(state, &part, &changes)
        }
        if !isPartSettled { isSettled = false }
        if let part { unsafe DeclarationList.set(part, at: index, of: references.count, &node) }
      }
      return isSettled
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
      let isSettled = inner.withValues { compare(state, &node, &changes) }
      changes.values = before
      if changes.count > first { changes.lift(from: first, under: inner) }
      return isSettled
    }
  }
}

/// What a reducer declares whose reduction is made when it is first used.
@safe final class LazyDeclaration<State> {
  private let make: () -> Declaration<State>?
  /// The declaration, if it is made.
  ///
  /// Owned by this object, and not replaced. (sub10: retaining it takes 13 % of the instructions.)
  ///
  /// Unchecked: it is read and written as a whole, with no call in between, so that two accesses
  /// never overlap.
  @exclusivity(unchecked) private(set) var made: Unmanaged<Declaration<State>>?

  init(_ make: @escaping () -> Declaration<State>?) {
    self.make = make
  }

  deinit {
    // Safe: `declaration(under:)` has retained it.
    unsafe made?.release()
  }

  var origin: SourceOrigin? {
    // Safe: owned by this object, as above.
    unsafe made?._withUnsafeGuaranteedRef { $0.origin() }
  }

  /// Makes the declaration, under the dependencies of its feature; one of nothing if there is none.
  func declaration(under values: DependencyValues?) -> Declaration<State> {
    let declaration = values.map { $0.withValues(make) } ?? make()
    // Made and kept in the course of making this one; safe: owned by this object, as above.
    if let made = unsafe made { return unsafe made.takeUnretainedValue() }
    let kept = declaration ?? Declaration(at: { nil }) { _, _, _ in true }
    unsafe made = .passRetained(kept)
    return kept
  }
}
