// A reducer not only handles actions, it also declares what holds for a state: *subscriptions* and
// *kept fields*. The subscriptions are a tree of `Declaration`s, in the shape of the reducers.
// After each action the store compares them for the features that are present, and records what
// they declare in `DeclarationNode`s. Kept fields are found once, when a store begins.

/// All that a reducer declares; the second part of its `Reduction`, the form that a store runs.
///
/// Operators such as `Scope` and `forEach` combine the declarations of the reducers inside them.
@usableFromInline package struct Declarations<State> {
  /// Finds the subscriptions for a state; `nil` if the reducer certainly declares none.
  @usableFromInline package let subscriptions: Declaration<State>?
  /// Finds the kept fields of the state; `nil` if the reducer certainly has none.
  @usableFromInline package let kept: KeptFields<State>?

  @usableFromInline init(subscriptions: Declaration<State>?, kept: KeptFields<State>?) {
    self.subscriptions = subscriptions
    self.kept = kept
  }

  /// The declarations of a reducer that declares nothing.
  @usableFromInline static var none: Declarations {
    Declarations(subscriptions: nil, kept: nil)
  }

  /// The kinds of declarations that there may be.
  var kinds: DeclarationKinds {
    var kinds: DeclarationKinds = []
    if subscriptions != nil { kinds.insert(.subscriptions) }
    if kept != nil { kinds.insert(.kept) }
    return kinds
  }

  /// The declarations of a reducer whose reduction is made as late as possible: `make` is called
  /// when a store first asks, and not at all for kinds that the reducer's type rules out.
  init(of reducer: any Reducer.Type, make: @escaping () -> Declarations) {
    let kinds = DeclarationSearch.kinds(in: reducer)
    subscriptions =
      kinds.contains(.subscriptions) ? Declaration(lazily: { make().subscriptions }) : nil
    kept = kinds.contains(.kept) ? KeptFields { make().kept?.find(&$0) ?? [] } : nil
  }
}

extension Declarations {
  /// Combines what several reducers declare for the same state, in this order.
  @inlinable static func all(_ list: [Declarations]) -> Declarations {
    Declarations(subscriptions: .all(list.map(\.subscriptions)), kept: .all(list.map(\.kept)))
  }

  @inlinable func and(subscriptions other: Declaration<State>) -> Declarations {
    Declarations(subscriptions: .all([subscriptions, other]), kept: kept)
  }

  func and(kept other: KeptFields<State>) -> Declarations {
    Declarations(subscriptions: subscriptions, kept: .all([kept, other]))
  }

  /// The same declarations, evaluated under changed dependencies.
  @usableFromInline func under(_ dependencies: DerivedDependencies) -> Declarations {
    Declarations(
      subscriptions: subscriptions?.under(dependencies), kept: kept?.under(dependencies))
  }
}
