/// Which kinds of things a reducer declares: subscriptions, fields of its state that are kept
/// (synchronized with shared keys), or a storage of shared values, which runs like a subscription.
///
/// `DeclarationSearch` finds them in the types of reducers, without building a body.
@usableFromInline struct DeclarationKinds: OptionSet, Sendable {
  @usableFromInline let rawValue: UInt8

  @usableFromInline init(rawValue: UInt8) { self.rawValue = rawValue }

  static let running = DeclarationKinds(rawValue: 1)
  static let kept = DeclarationKinds(rawValue: 2)
  static let storage = DeclarationKinds(rawValue: 4)
  static let all: DeclarationKinds = [.running, .kept, .storage]
}
