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
  /// The runners of Swift Testing and of XCTest on Linux are started as `<Package>Tests.xctest`. The
  /// environment is not asked, because child processes inherit it.
  package static func ofProcess(arguments: [String]) -> DependencyContext {
    arguments.first?.hasSuffix(".xctest") == true ? .test : .live
  }
}
