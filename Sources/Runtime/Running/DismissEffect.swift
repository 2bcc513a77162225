public import RatchetDependencies

/// Removes the feature that calls it.
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
/// it, this sends the presentation action `dismiss`; in an effect of an element of a ``Stack``, it
/// sends the action that pops the element. In an effect of the root feature it dismisses the store:
/// all effects are cancelled, as a parent would do, and ``Store/isDismissed`` becomes true. In a
/// child that nothing presents, and outside effects, it does nothing and is reported.
public struct DismissEffect: Sendable {
  /// Removes the feature or, in a test, stands in for that; `nil` if nothing presents the feature.
  private let send: (@MainActor @Sendable () async -> Void)?
  /// The effect registry of the store that presents the feature.
  ///
  /// A store that is made in an effect of this registry inherits this value, but its own root
  /// feature is not the feature that `send` removes.
  private weak let registry: EffectRegistry?
  /// Whether this value was made from a function, to replace the real one in a test.
  let isReplacement: Bool

  /// Makes a value that calls a function instead of removing a feature, for tests; it is used even
  /// in a presented feature.
  public init(_ send: @escaping @MainActor @Sendable () async -> Void) {
    self.send = send
    registry = nil
    isReplacement = true
  }

  /// Makes the real value: for an effect of a presented feature or, without a function, for all
  /// other code.
  init(
    real send: (@MainActor @Sendable () async -> Void)? = nil, in registry: EffectRegistry? = nil
  ) {
    self.send = send
    self.registry = registry
    isReplacement = false
  }

  /// Requests the removal and returns after it has been reduced.
  ///
  /// The removal cancels the effects of the feature, including the caller.
  public func callAsFunction(fileID: StaticString = #fileID, line: UInt = #line) async {
    let dismiss = send == nil ? DependencyValues.current.dismiss : self
    let effect = RunningEffect.current.get()
    if let send = dismiss.send, dismiss.isReplacement || dismiss.registry === effect?.registry {
      return await send()
    }
    if let effect { return await effect.dismissStore(fileID: fileID, line: line) }
    report(
      """
      'dismiss' was called outside an effect of a store, so there is nothing to remove. To fix \
      this, call it in an effect of the feature to remove.
      """, fileID: fileID, line: line)
  }
}

extension DependencyValues {
  /// Removes the presented feature; in the root feature, dismisses the store.
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
