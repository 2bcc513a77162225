// A closure of one expression is type-checked together with the whole chain of operators that it is
// in, so a mistake anywhere would take twice the time for each operator. The statements of a result
// builder are type-checked one by one.

/// Makes the compiler type-check a closure that returns an effect separately from the body around
/// it.
///
/// Operators such as ``Reducer/subscription(while:fileID:line:_:)`` mark their closures with it;
/// you do not use it yourself. A closure with `return` statements works as everywhere else.
@_documentation(visibility: internal)
@resultBuilder
public enum EffectBuilder<Action: Sendable> {
  /// Takes the effect of an expression.
  @inlinable
  public static func buildExpression(_ effect: Effect<Action>) -> Effect<Action> { effect }

  /// Takes the effect of a closure.
  @inlinable
  public static func buildBlock(_ effect: Effect<Action>) -> Effect<Action> { effect }

  /// Takes the effect of an `if` without `else`, and ``Effect/none`` if its condition is false.
  @inlinable
  public static func buildOptional(_ effect: Effect<Action>?) -> Effect<Action> {
    effect ?? .none
  }

  /// Takes the effect of an `if`, or of one of the first cases of a `switch`.
  @inlinable
  public static func buildEither(first effect: Effect<Action>) -> Effect<Action> { effect }

  /// Takes the effect of an `else`, or of one of the last cases of a `switch`.
  @inlinable
  public static func buildEither(second effect: Effect<Action>) -> Effect<Action> { effect }
}

/// Makes the compiler type-check a closure that reads an id separately, as `EffectBuilder` does.
@_documentation(visibility: internal)
@resultBuilder
public enum IDBuilder {
  /// Takes the id of an expression, which need not be optional.
  @inlinable public static func buildExpression<ID>(_ id: ID?) -> ID? { id }

  /// Takes the id of a closure.
  @inlinable public static func buildBlock<ID>(_ id: ID) -> ID { id }

  /// Takes the id of an `if` without `else`, and `nil` if its condition is false.
  @inlinable public static func buildOptional<ID>(_ id: ID??) -> ID? { id ?? nil }

  /// Takes the id of an `if`, or of one of the first cases of a `switch`.
  @inlinable public static func buildEither<ID>(first id: ID) -> ID { id }

  /// Takes the id of an `else`, or of one of the last cases of a `switch`.
  @inlinable public static func buildEither<ID>(second id: ID) -> ID { id }
}

/// The optional id of a subscription; only `Optional` conforms to it.
///
/// With `ID?` as the type of a parameter, the compiler would also try to wrap each id once more.
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
