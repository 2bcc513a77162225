public import RatchetDependencies

/// Asks for the removal of the feature that calls it.
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
/// the action that pops the element. In any other effect it dismisses the store: all effects are
/// cancelled, as a parent would, and ``Store/isDismissed`` is true. Outside of effects it does
/// nothing and is reported.
public struct DismissEffect: Sendable {
  private let send: (@MainActor @Sendable () async -> Void)?
  /// The effects of the store that presents the feature: in a store that was made in one of them,
  /// it is another feature.
  private weak let registry: EffectRegistry?
  /// Whether it was set as the dependency instead of the real one.
  let isReplacement: Bool

  /// Makes a value that calls a function instead of removing a feature, for tests; it is used even
  /// in a presented feature.
  public init(_ send: @escaping @MainActor @Sendable () async -> Void) {
    self.send = send
    registry = nil
    isReplacement = true
  }

  /// Makes the value for an effect of a presented feature or, without one, for all other code.
  init(
    real send: (@MainActor @Sendable () async -> Void)? = nil, in registry: EffectRegistry? = nil
  ) {
    self.send = send
    self.registry = registry
    isReplacement = false
  }

  /// Asks for the removal; returns after it has been reduced.
  ///
  /// The removal cancels the effects of the feature, including the one that calls.
  public func callAsFunction(fileID: StaticString = #fileID, line: UInt = #line) async {
    let dismiss = send == nil ? DependencyValues.current.dismiss : self
    let effect = RunningEffect.current.get()
    if let send = dismiss.send, dismiss.isReplacement || dismiss.registry === effect?.registry {
      return await send()
    }
    if let effect { return await effect.dismissStore() }
    report(
      """
      'dismiss' was called outside of the effects of a store, so that there is nothing to remove. \
      To fix this, call 'dismiss' in an effect of the feature that is to be removed.
      """, fileID: fileID, line: line)
  }
}

extension DependencyValues {
  /// Asks for the removal of the feature, or of the whole store if it is not presented.
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
  static var liveValue: DismissEffect { DismissEffect() }
  static var testValue: DismissEffect { DismissEffect() }
}

private enum IsPresentedKey: DependencyKey {
  static var liveValue: Bool { false }
  static var testValue: Bool { false }
}
