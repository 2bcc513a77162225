package import RatchetDependencies

// A reduction has a second part: what the reducer declares for a state. Subscriptions
// (`Sources/Runtime/Subscriptions`) are a tree of `Declaration`, in the shape of the reducers; the
// store walks the features that are present, and keeps what it found there in `DeclarationNode`s.
// Kept fields (`Sources/Runtime/Shared`) are found once, when a store begins.

/// All that a reducer declares.
@usableFromInline package struct Declarations<State> {
  /// What it declares to run; `nil` if surely nothing.
  @usableFromInline package let subscriptions: Declaration<State>?
  /// Finds the fields of the state that are kept in shared keys; `nil` if surely none.
  @usableFromInline package let kept: KeptFields<State>?

  @usableFromInline init(subscriptions: Declaration<State>?, kept: KeptFields<State>?) {
    self.subscriptions = subscriptions
    self.kept = kept
  }

  /// Nothing.
  @usableFromInline static var none: Declarations {
    Declarations(subscriptions: nil, kept: nil)
  }

  /// What it may declare.
  var kinds: DeclarationKinds {
    var kinds: DeclarationKinds = []
    if subscriptions != nil { kinds.insert(.subscriptions) }
    if kept != nil { kinds.insert(.kept) }
    return kinds
  }

  /// What a reducer declares whose reduction is made when it is first used.
  init(of reducer: any Reducer.Type, make: @escaping () -> Declarations) {
    let kinds = DeclarationSearch.kinds(in: reducer)
    subscriptions =
      kinds.contains(.subscriptions) ? Declaration(lazily: { make().subscriptions }) : nil
    kept = kinds.contains(.kept) ? KeptFields { make().kept?.find(&$0) ?? [] } : nil
  }
}

extension Declarations {
  /// All that several reducers declare for the same state, in this order.
  @inlinable static func all(_ list: [Declarations]) -> Declarations {
    Declarations(subscriptions: .all(list.map(\.subscriptions)), kept: .all(list.map(\.kept)))
  }

  @inlinable func and(subscriptions other: Declaration<State>) -> Declarations {
    Declarations(subscriptions: .all([subscriptions, other]), kept: kept)
  }

  func and(kept other: KeptFields<State>) -> Declarations {
    Declarations(subscriptions: subscriptions, kept: .all([kept, other]))
  }

  /// The same under other dependencies.
  @usableFromInline func under(
    _ change: @escaping (inout DependencyValues) -> Void
  ) -> Declarations {
    Declarations(subscriptions: subscriptions?.under(change), kept: kept?.under(change))
  }
}
