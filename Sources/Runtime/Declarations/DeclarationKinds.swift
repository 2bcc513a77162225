/// Which kinds of things a reducer declares: subscriptions, or fields of its state that are kept
/// (synchronized with shared keys).
///
/// `DeclarationSearch` finds them in the types of reducers, without building a body.
struct DeclarationKinds: OptionSet, Sendable {
  let rawValue: UInt8

  static let subscriptions = DeclarationKinds(rawValue: 1)
  static let kept = DeclarationKinds(rawValue: 2)
  static let all: DeclarationKinds = [.subscriptions, .kept]
}
