/// Which kinds of things a reducer declares: things that run (subscriptions, and storages of shared
/// values), and fields of its state that are kept (synchronized with shared keys).
///
/// `DeclarationSearch` finds them in the types of reducers, without building a body.
@usableFromInline struct DeclarationKinds: OptionSet, Sendable {
  @usableFromInline let rawValue: UInt8

  @usableFromInline init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Subscriptions, and storages, which run like them.
  static let running = DeclarationKinds(rawValue: 1)
  static let kept = DeclarationKinds(rawValue: 2)
  /// Storages of shared values; always together with `running`.
  static let storage = DeclarationKinds(rawValue: 4)
  static let all: DeclarationKinds = [.running, .kept, .storage]
}
