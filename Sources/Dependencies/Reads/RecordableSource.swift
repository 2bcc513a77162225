/// A source of values that a recording keeps and a replay answers, as it does for `uuid`, `date`
/// and `randomNumberGenerator`.
///
/// ```swift
/// struct Dice: DependencyKey {
///   var roll = RecordableSource("Dice.roll") { Int.random(in: 1...6) }
///   static let liveValue = Dice()
/// }
/// ```
///
/// Use it for a member of a client that reducers read while they run. Effects need no such source:
/// a recording contains the actions that they send.
public struct RecordableSource<Value: Codable & Sendable>: Sendable {
  private let name: String
  private let make: @Sendable () -> Value

  /// Makes a source that calls a closure for each value.
  ///
  /// - Parameters:
  ///   - name: The name of the values in a recording, which no other source should have.
  ///   - make: Makes the next value.
  public init(_ name: String, _ make: @escaping @Sendable () -> Value) {
    self.name = name
    self.make = make
  }

  /// The next value; in a replay, the one that was recorded.
  public func callAsFunction() -> Value {
    ReadTape.current?.read(name, make) ?? make()
  }
}
