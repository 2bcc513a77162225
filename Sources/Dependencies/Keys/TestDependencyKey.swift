/// A key that identifies a dependency whose live value is defined elsewhere, or not at all.
///
/// A module that only uses a client declares its interface, with values for tests and previews:
///
/// ```swift
/// public struct WeatherClient: TestDependencyKey {
///   public var forecast: @Sendable (String) async throws -> String
///
///   public init(forecast: @escaping @Sendable (String) async throws -> String) {
///     self.forecast = forecast
///   }
///
///   public static let testValue = WeatherClient(forecast: unimplemented("WeatherClient.forecast"))
///   public static let previewValue = WeatherClient { "Sunny in \($0)." }
/// }
/// ```
///
/// Another module, which imports what the client needs and which features do not import, adds the
/// live value:
///
/// ```swift
/// extension WeatherClient: DependencyKey {
///   public static let liveValue = WeatherClient { city in try await download(city) }
/// }
/// ```
///
/// In another package, the compiler asks for `@retroactive DependencyKey` there.
///
/// The live value is found at its first read, so the program only has to link the other module. If
/// no linked module provides a live value, each line that reads the dependency in a live context is
/// reported once, and receives the test value. A program that sets the value with
/// `prepareDependencies` needs no live value.
public protocol TestDependencyKey<Value>: Sendable {
  /// The type of the dependency.
  associatedtype Value: Sendable = Self

  /// The value in tests.
  static var testValue: Value { get }

  /// The value in previews; by default, the test value.
  static var previewValue: Value { get }
}

extension TestDependencyKey {
  /// The test value.
  public static var previewValue: Value { testValue }

  /// The value that the key declares for a context.
  static func declaredValue(in context: DependencyContext) -> Value {
    switch context {
    case .live: linkedLiveValue ?? reportedTestValue
    case .test: testValue
    case .preview: previewValue
    }
  }

  /// The live value, if any module of the program has a conformance to `DependencyKey`.
  private static var linkedLiveValue: Value? {
    (Self.self as? any DependencyKey.Type).flatMap { $0.liveValue as? Value }
  }

  /// The fallback without a live value.
  private static var reportedTestValue: Value {
    DependencyValues.record(MissingValue(Self.self, in: .live))
    return testValue
  }
}
