/// The kinds of what reducers declare.
struct DeclarationKinds: OptionSet, Sendable {
  let rawValue: UInt8

  static let subscriptions = DeclarationKinds(rawValue: 1)
  static let kept = DeclarationKinds(rawValue: 2)
  static let all: DeclarationKinds = [.subscriptions, .kept]
}
