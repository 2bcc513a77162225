/// The name of a dependency, and the values that it has where nothing overrides it.
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
/// A module that has only the interface of a client conforms to ``TestDependencyKey``, and another
/// one adds this conformance.
///
/// A value is created at its first use, once per scope, even when many tasks ask for it at the same
/// time. A scope is a test store, the trait `.dependencies`, or the outermost `withDependencies` or
/// `Store` in a test; outside of scopes a value is created once for each test, and in a program
/// once per process and context. A value that reads other dependencies while it is created sees the
/// overrides in force, and is created once for each set of overrides of what it has read.
///
/// A thread that needs a value which another thread is creating waits for it. A wait of more than
/// five seconds is reported once, to the log in force for the reader, and continues. Values that
/// depend on each other trap, even if several threads create them; the message names the keys in
/// order.
///
/// Creating a value must not act: no file, no network, no task. It must not wait for another thread
/// either, as `DispatchQueue.main.sync` does: that thread may wait for the value. In a test, a live
/// value is created, and used, where a test value is missing.
public protocol DependencyKey<Value>: TestDependencyKey {
  /// The type of the dependency.
  // Again, so that it is inferred from the live value too.
  associatedtype Value = Self

  /// The value in a running program.
  static var liveValue: Value { get }

  /// The value in tests; without one, each use in a test is a failure and the live value is used.
  static var testValue: Value { get }

  /// The value in previews; the live value when there is none.
  static var previewValue: Value { get }
}

extension DependencyKey {
  /// Reports that there is no test value, with the key and the line that reads it, and gives the
  /// live value.
  ///
  /// The report goes to the log in force: in a test it is a failure of that test.
  public static var testValue: Value {
    DependencyValues.record(MissingValue(Self.self, in: .test))
    return liveValue
  }

  /// Gives the live value.
  public static var previewValue: Value { liveValue }
}

/// What a program runs for, which decides where the value of a dependency comes from.
public enum DependencyContext: Hashable, Sendable {
  /// The program does its work: dependencies have their live values.
  case live
  /// Tests run: dependencies have their test values.
  case test
  /// A user interface is previewed: dependencies have their preview values.
  case preview
}

extension DependencyContext {
  /// The context of a process that was started with these arguments.
  ///
  /// The runners of Swift Testing and of XCTest on Linux are started as `<Package>Tests.xctest`.
  /// The environment is not asked, because child processes inherit it.
  package static func ofProcess(arguments: [String]) -> DependencyContext {
    arguments.first?.hasSuffix(".xctest") == true ? .test : .live
  }
}
