package import RatchetDependencies

// A reduction has a second part: what the reducer declares for a state. There are two kinds of it,
// subscriptions (`Sources/Runtime/Subscriptions`) and mirrors of shared keys
// (`Sources/Runtime/Shared`). Both are trees of `Declaration`, in the shape of the reducers; the
// store walks the features that are present, and keeps what it found there in `DeclarationNode`s.

/// All that a reducer declares.
@usableFromInline package struct Declarations<State> {
  /// What it declares to run; `nil` if surely nothing.
  @usableFromInline package let subscriptions: Declaration<State>?
  /// Which parts of the state are mirrors of shared keys; `nil` if surely none.
  @usableFromInline package let mirrors: Declaration<State>?

  @usableFromInline init(subscriptions: Declaration<State>?, mirrors: Declaration<State>?) {
    self.subscriptions = subscriptions
    self.mirrors = mirrors
  }

  /// Nothing.
  @usableFromInline static var none: Declarations {
    Declarations(subscriptions: nil, mirrors: nil)
  }

  /// What it may declare.
  var kinds: DeclarationKinds {
    var kinds: DeclarationKinds = []
    if subscriptions != nil { kinds.insert(.subscriptions) }
    if mirrors != nil { kinds.insert(.mirrors) }
    return kinds
  }

  /// What a reducer declares whose reduction is made when it is first used.
  init(of reducer: any Reducer.Type, make: @escaping () -> Declarations) {
    let kinds = DeclarationSearch.kinds(in: reducer)
    subscriptions =
      kinds.contains(.subscriptions)
      ? Declaration(lazily: .subscriptions) { make().subscriptions } : nil
    mirrors =
      kinds.contains(.mirrors) ? Declaration(lazily: .mirrors) { make().mirrors } : nil
  }
}

extension Declarations {
  /// All that several reducers declare for the same state, in this order.
  @inlinable static func all(_ list: [Declarations]) -> Declarations {
    Declarations(
      subscriptions: .all(list.map(\.subscriptions)), mirrors: .all(list.map(\.mirrors)))
  }

  @inlinable func and(subscriptions other: Declaration<State>) -> Declarations {
    Declarations(subscriptions: .all([subscriptions, other]), mirrors: mirrors)
  }

  func and(mirrors other: Declaration<State>) -> Declarations {
    Declarations(subscriptions: subscriptions, mirrors: .all([mirrors, other]))
  }

  /// What a feature declares as what its parent declares.
  @inlinable func lifted<Parent>(
    _ lift: (Declaration<State>) -> Declaration<Parent>
  ) -> Declarations<Parent> {
    Declarations<Parent>(subscriptions: subscriptions.map(lift), mirrors: mirrors.map(lift))
  }

  /// The same under other dependencies; which storage has the keys, the store decides.
  @usableFromInline func under(
    _ change: @escaping (inout DependencyValues) -> Void
  ) -> Declarations {
    Declarations(subscriptions: subscriptions?.under(change), mirrors: mirrors?.under(change))
  }
}
