/// A key that identifies a dependency and declares its default values.
///
/// A client is usually its own key:
///
/// ```swift
/// struct FactClient: DependencyKey {
///   var fetch: @Sendable (Int) async throws -> String
///   static let liveValue = FactClient { number in "\(number) is a number." }
/// }
/// ```
///
/// If a client's interface is in a module of its own, conform it to ``TestDependencyKey`` there,
/// and add this conformance in the module that implements it.
///
/// A value is created at its first use, once per scope, even if many tasks request it at the same
/// time. A scope is a test store, the trait `.dependencies`, or the outermost `withDependencies` or
/// `Store` in a test; outside scopes a value is created once for each test, and in a program once
/// per process. A value that reads other dependencies while it is being created sees the current
/// overrides, and is created once for each set of overrides of what it has read.
///
/// If another thread is already creating the value, the read blocks until it is ready; after five
/// seconds, this is logged once, to the reader's log. Values that depend on each other trap, even
/// if several threads create them; the message names the keys in order.
///
/// Creating a value must have no side effects: no files, no network, no tasks. It must not wait for
/// another thread either, as `DispatchQueue.main.sync` does: that thread may wait for the value. In
/// a test, a missing test value causes the live value to be created and used.
public protocol DependencyKey<Value>: TestDependencyKey {
  /// The type of the dependency.
  // Declared again, so that the compiler infers it from the live value too.
  associatedtype Value = Self

  /// The value in a running program.
  static var liveValue: Value { get }

  /// The value in tests; without one, a read in a test is a failure and returns the live value.
  static var testValue: Value { get }

  /// The value in previews; by default, the live value.
  static var previewValue: Value { get }
}

extension DependencyKey {
  /// Reports the missing test value, with the key and the line that reads it, and returns the live
  /// value.
  ///
  /// The report goes to the current log: in a test, it is a failure of that test.
  public static var testValue: Value {
    DependencyValues.record(MissingValue(Self.self, in: .test))
    return liveValue
  }

  /// The live value.
  public static var previewValue: Value { liveValue }
}

/// The context of a program, which decides which of a key's values is used.
public enum DependencyContext: Hashable, Sendable {
  /// A running program: dependencies have their live values.
  case live
  /// Tests: dependencies have their test values.
  case test
  /// A preview of a user interface: dependencies have their preview values.
  case preview
}

extension DependencyContext {
  /// The context of a process with these launch arguments.
  ///
  /// The runners of Swift Testing and of XCTest on Linux are launched as `<Package>Tests.xctest`.
  /// The environment is not considered, because child processes inherit it.
  package static func ofProcess(arguments: [String]) -> DependencyContext {
    arguments.first?.hasSuffix(".xctest") == true ? .test : .live
  }
}
