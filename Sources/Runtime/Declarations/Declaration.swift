package import RatchetDependencies

/// What a reducer declares of one kind while the state is as it is, and what such reducers around
/// it do to that.
///
/// The same for all features that the reducer runs in: what one of them has declared so far is in
/// its nodes. A feature that declares nothing has no node.
@usableFromInline
package final class Declaration<State> {
  /// Compares what a state declares with the node that tells what it declared before, and changes
  /// that; returns whether only a change of this very state can change what it declares.
  @usableFromInline package typealias Compare =
    (
      _ state: StateReference<State>, _ node: inout DeclarationNode?,
      _ changes: inout DeclarationChanges
    ) -> Bool

  @usableFromInline let compare: Compare
  /// How the mirrors are written, in a declaration of mirrors.
  @usableFromInline let mirrors: MirrorAccess<State>?
  /// Those that it lists, if it lists several.
  @usableFromInline let parts: [Declaration]
  private let lazy: LazyDeclaration<State>?

  @usableFromInline init(
    mirrors: MirrorAccess<State>? = nil, parts: [Declaration] = [], _ compare: @escaping Compare
  ) {
    self.compare = compare
    self.mirrors = mirrors
    self.parts = parts
    lazy = nil
  }

  /// What a reducer declares whose reduction is made when it is first used.
  init(
    of reducer: any Reducer.Type, _ kind: DeclarationKinds, make: @escaping () -> Declaration?
  ) {
    let lazy = LazyDeclaration(of: reducer, kind, make)
    self.lazy = lazy
    mirrors = kind == .mirrors ? MirrorAccess(of: lazy) : nil
    parts = []
    compare = { state, node, changes in
      if let compare = unsafe lazy.compare { return compare(state, &node, &changes) }
      return lazy.declaration(changes.values)?.compare(state, &node, &changes) ?? true
    }
  }

  /// Records that the reducer is run by a reducer of the user's, which has to pass on what it
  /// declares.
  @usableFromInline func countRun() {
    lazy?.countRun()
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
    let comparisons = parts.map(\.compare)
    let compare: Compare = { state, node, changes in
      var isSettled = true
      if let node {
        // Safe: the nodes of a list are made below.
        let list = unsafe unsafeDowncast(node, to: DeclarationList.self)
        for index in comparisons.indices {
          if unsafe !comparisons[index](state, &list.nodes[index], &changes) { isSettled = false }
        }
        return isSettled
      }
      for index in comparisons.indices {
        var part: DeclarationNode?
        if !comparisons[index](state, &part, &changes) { isSettled = false }
        if let part { DeclarationList.set(part, at: index, of: comparisons.count, &node) }
      }
      return isSettled
    }
    return Declaration(mirrors: .all(parts.map(\.mirrors)), parts: parts, compare)
  }

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
    return Declaration(mirrors: mirrors) { [compare] state, node, changes in
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
}

/// What a reducer declares whose reduction is made when it is first used.
///
/// Finds out that the reducer runs and nobody asks what it declares, as it is below an operator
/// that does not pass that on.
final class LazyDeclaration<State> {
  private let reducer: any Reducer.Type
  private let kind: DeclarationKinds
  private let make: () -> Declaration<State>?
  /// That of the declaration, if that is made and there is one.
  ///
  /// Unchecked: it is read and written as a whole, with no call in between (sub10).
  @exclusivity(unchecked) private(set) var compare: Declaration<State>.Compare?
  private(set) var mirrors: MirrorAccess<State>?
  private var isMade = false
  /// How often it has run before it was asked for: once is not too often.
  private var runs = 0

  init(
    of reducer: any Reducer.Type, _ kind: DeclarationKinds,
    _ make: @escaping () -> Declaration<State>?
  ) {
    self.reducer = reducer
    self.kind = kind
    self.make = make
  }

  func declaration(_ values: DependencyValues) -> Declaration<State>? {
    let declaration = values.isIdentical(to: .current) ? make() : values.withValues(make)
    unsafe compare = declaration?.compare
    mirrors = declaration?.mirrors
    isMade = true
    return declaration
  }

  func countRun() {
    if isMade { return }
    runs += 1
    guard runs == 2 else { return }
    let (what, they, lost) =
      kind == .mirrors
      ? ("shared state", "it", "It is not shared") : ("subscriptions", "them", "They do not run")
    report(
      """
      '\(reducer)' declares \(what), but a reducer that runs it does not pass \(they) on.

      \(lost). To fix this in a reducer that implements 'makeReduction()', make its \
      reduction by 'Reduction(wrapping:)', and list the type of the reducer that it wraps in its \
      'componentTypes'.
      """)
  }
}
