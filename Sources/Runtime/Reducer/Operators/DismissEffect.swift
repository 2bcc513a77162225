public import RatchetDependencies

/// Asks for the removal of the presented feature that calls it.
///
/// ```swift
/// @Dependency(\.dismiss) var dismiss
///
/// var body: some Reducer<State, Action> {
///   Reduce { state, action in
///     switch action {
///     case .doneButtonTapped: .run { _ in await dismiss() }
///     }
///   }
/// }
/// ```
///
/// In an effect of a feature that is presented with `ifLet(_:action:child:)`, or of a feature below
/// that one, it sends the presentation action `dismiss`; in an effect of an element of a ``Stack``,
/// the action that pops the element. Elsewhere it does nothing and is reported.
public struct DismissEffect: Sendable {
  private let send: (@MainActor @Sendable () async -> Void)?
  /// Whether it was set as the dependency instead of the real one.
  let isReplacement: Bool

  /// Makes a value that calls a function instead of removing a feature, for tests; it is used even
  /// in a presented feature.
  public init(_ send: @escaping @MainActor @Sendable () async -> Void) {
    self.send = send
    isReplacement = true
  }

  /// Makes the value for an effect of a presented feature or, with `nil`, for all other code.
  init(real send: (@MainActor @Sendable () async -> Void)?) {
    self.send = send
    isReplacement = false
  }

  /// Asks for the removal; returns after it has been reduced.
  ///
  /// The removal cancels the effects of the feature, including the one that calls.
  public func callAsFunction(fileID: StaticString = #fileID, line: UInt = #line) async {
    if let send = send ?? DependencyValues.current.dismiss.send { return await send() }
    report(
      """
      'dismiss' was called outside of the effects of a presented feature, so that there is \
      nothing to remove. To fix this, present the feature with 'ifLet' and a \
      'PresentationAction', and call 'dismiss' in one of its effects.
      """, fileID: fileID, line: line)
  }
}

extension DependencyValues {
  /// Asks for the removal of the feature, if it is presented.
  public var dismiss: DismissEffect {
    get { self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }

  /// Whether the feature is presented, so that it can be dismissed.
  public var isPresented: Bool {
    get { self[IsPresentedKey.self] }
    set { self[IsPresentedKey.self] = newValue }
  }
}

private enum DismissKey: DependencyKey {
  static var liveValue: DismissEffect { DismissEffect(real: nil) }
  static var testValue: DismissEffect { DismissEffect(real: nil) }
}

private enum IsPresentedKey: DependencyKey {
  static var liveValue: Bool { false }
  static var testValue: Bool { false }
}
