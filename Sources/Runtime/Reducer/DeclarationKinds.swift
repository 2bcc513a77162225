/// The kinds of things that a reducer may declare for its state.
///
/// `DeclarationSearch` finds them in the types of reducers, without building a body. `Declarations`
/// and `RowFeatures` use them to leave out work for what no reducer declares.
@usableFromInline struct DeclarationKinds: OptionSet, Sendable {
  @usableFromInline let rawValue: UInt8

  @usableFromInline init(rawValue: UInt8) { self.rawValue = rawValue }

  /// What begins when a feature appears and ends when it leaves: subscriptions, and storages of
  /// shared values.
  static let running = DeclarationKinds(rawValue: 1)
  /// Kept fields: fields of the state that are synchronized with shared keys.
  static let kept = DeclarationKinds(rawValue: 2)
  /// Storages of shared values, which are also `running`.
  ///
  /// A kind of their own, because each row of a collection has its own storage.
  static let storage = DeclarationKinds(rawValue: 4)
  static let all: DeclarationKinds = [.running, .kept, .storage]
}
