// The compiler type-checks a closure of one expression together with the whole chain of operators
// that it is in. With a mistake anywhere in the chain, each such closure would double the time. The
// statements of a closure with a result builder are type-checked one by one.

/// Makes the compiler type-check a closure that returns an effect separately from the body around
/// it.
///
/// Operators such as ``Reducer/subscription(while:fileID:line:_:)`` mark their closures with it;
/// you do not use it yourself. A closure with `return` statements works as everywhere else.
@_documentation(visibility: internal)
@resultBuilder
public enum EffectBuilder<Action: Sendable> {
  /// Returns the effect of an expression.
  @inlinable
  public static func buildExpression(_ effect: Effect<Action>) -> Effect<Action> { effect }

  /// Returns the effect of a closure.
  @inlinable
  public static func buildBlock(_ effect: Effect<Action>) -> Effect<Action> { effect }

  /// Returns the effect of an `if` without `else`, or ``Effect/none`` if its condition is false.
  @inlinable
  public static func buildOptional(_ effect: Effect<Action>?) -> Effect<Action> {
    effect ?? .none
  }

  /// Returns the effect of an `if`, or of one of the first cases of a `switch`.
  @inlinable
  public static func buildEither(first effect: Effect<Action>) -> Effect<Action> { effect }

  /// Returns the effect of an `else`, or of one of the last cases of a `switch`.
  @inlinable
  public static func buildEither(second effect: Effect<Action>) -> Effect<Action> { effect }
}

/// Makes the compiler type-check a closure that reads an id of a subscription separately from the
/// body around it, as `EffectBuilder` does.
@_documentation(visibility: internal)
@resultBuilder
public enum IDBuilder {
  /// Returns the id of an expression, which need not be optional.
  @inlinable public static func buildExpression<ID>(_ id: ID?) -> ID? { id }

  /// Returns the id of a closure.
  @inlinable public static func buildBlock<ID>(_ id: ID) -> ID { id }

  /// Returns the id of an `if` without `else`, or `nil` if its condition is false.
  @inlinable public static func buildOptional<ID>(_ id: ID??) -> ID? { id ?? nil }

  /// Returns the id of an `if`, or of one of the first cases of a `switch`.
  @inlinable public static func buildEither<ID>(first id: ID) -> ID { id }

  /// Returns the id of an `else`, or of one of the last cases of a `switch`.
  @inlinable public static func buildEither<ID>(second id: ID) -> ID { id }
}

/// The optional id of a subscription; only `Optional` conforms to it.
///
/// The closure of `subscription(id:)` returns a generic type that conforms to it. If it returned
/// `ID?`, the compiler would also try to wrap each id in another optional.
@_documentation(visibility: internal)
public protocol OptionalID {
  /// The type of the id.
  associatedtype Wrapped

  /// Returns the value as an optional.
  static func optional(_ id: Self) -> Wrapped?
}

extension Optional: OptionalID {
  /// Returns the value itself.
  @_documentation(visibility: internal)
  @inlinable public static func optional(_ id: Wrapped?) -> Wrapped? { id }
}
