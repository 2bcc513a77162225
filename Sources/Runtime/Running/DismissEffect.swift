public import RatchetDependencies

/// Removes the presented feature that reads it; in the root feature, dismisses the store.
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
/// In an effect of a feature that is presented with `ifLet(presenting:action:child:)`, or of a
/// feature below it, this sends the presentation action `dismiss`; in an effect of an element of a
/// ``Stack``, it sends the action that pops the element. In an effect of the root feature it
/// dismisses the store: all effects are cancelled, as a parent would do, and ``Store/isDismissed``
/// becomes true. In a child that nothing presents, and outside effects, it does nothing and is
/// reported.
///
/// A value is bound to the feature that reads it, even if it is passed on to another feature with
/// `dependency(_:_:)`, or in a client. What a call does depends on who has read the value:
///
/// - An effect of a presented feature, or of one below it: until that effect ends, a call removes
///   the presented feature; later calls remove nothing.
/// - The reducer or body of such a feature: calls work in the effects of that feature and of the
///   features below it. In any other effect, a call does nothing and is reported.
/// - The reducer, the body, or an effect of the root feature: a call dismisses the store, except in
///   an effect of a child that nothing presents, or below such a child, where it is reported.
///
/// Since the effects of a feature end when it is removed, a value that is kept longer does not
/// remove what is presented there next.
public struct DismissEffect: Sendable {
  /// What a test calls instead of removing a feature.
  private let replacement: (@MainActor @Sendable () async -> Void)?
  /// The operator that presents the feature to remove; `nil` if the feature is not presented.
  let presentation: Presentation?
  /// The effect that has read the value, if it belongs to a presented feature; `nil` also once this
  /// effect has ended and was released.
  private weak let reader: RunningEffect?
  /// Whether such an effect has read the value.
  private let hasReader: Bool

  /// Makes a value that calls a function instead of removing a feature, for tests; it is used even
  /// in a presented feature.
  public init(_ send: @escaping @MainActor @Sendable () async -> Void) {
    self.init(send, nil)
  }

  private init(
    _ replacement: (@MainActor @Sendable () async -> Void)?, _ presentation: Presentation?,
    readBy reader: RunningEffect? = nil
  ) {
    self.replacement = replacement
    self.presentation = presentation
    self.reader = reader
    hasReader = reader != nil
  }

  /// Makes the value for a feature that nothing presents.
  fileprivate init() { self.init(nil, nil) }

  /// The value for a feature that this operator presents; for `nil`, the value for the root feature
  /// of a store.
  @usableFromInline func bound(to presentation: Presentation?) -> Self {
    Self(replacement, presentation)
  }

  /// The value for an effect of a presented feature; if another effect has read this value and
  /// handed it on, stays bound to that effect.
  func bound(to effect: RunningEffect) -> Self {
    hasReader ? self : Self(replacement, presentation, readBy: effect)
  }

  /// Requests the removal and returns after it has been reduced.
  ///
  /// The removal cancels the effects of the feature, including the caller.
  public func callAsFunction(fileID: StaticString = #fileID, line: UInt = #line) async {
    if let replacement { return await replacement() }
    let effect = hasReader ? reader : RunningEffect.current.get()
    if let effect { return await effect.dismiss(presentation, fileID: fileID, line: line) }
    // The effect that has read the value has ended: its feature may have left already.
    if hasReader { return }
    report(EffectMisuse.dismissOutsideEffects.text, fileID: fileID, line: line)
  }
}

extension DependencyValues {
  /// Removes the presented feature; in the root feature, dismisses the store.
  ///
  /// Bound to the feature that reads it: see `DismissEffect`.
  public var dismiss: DismissEffect {
    get { self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }

  /// Whether the feature, or one above it, is presented and can be dismissed.
  ///
  /// False in a store that an effect of a presented feature creates. A program can set another
  /// value, for example with `dependency(_:_:)`, which is then returned, even in such a store.
  public var isPresented: Bool {
    get { self[IsPresentedKey.self] ?? (dismiss.presentation != nil) }
    set { self[IsPresentedKey.self] = newValue }
  }

  /// The dependencies from which a new store starts: those in force, except that the store's root
  /// is not presented, even if an effect of a presented feature makes the store.
  package static var ofNewStore: DependencyValues {
    var values = current
    // Drops the presentation and the reader, and keeps a function that a test has set.
    if let dismiss = values.valueIfSet(for: DismissKey.self), dismiss.presentation != nil {
      values.dismiss = dismiss.bound(to: nil as Presentation?)
    }
    return values
  }
}

private enum DismissKey: DependencyKey {
  static var liveValue: DismissEffect { DismissEffect() }
  static var testValue: DismissEffect { DismissEffect() }
}

/// What a program sets as `isPresented`; `nil` if nothing is set.
private enum IsPresentedKey: DependencyKey {
  static var liveValue: Bool? { nil }
  static var testValue: Bool? { nil }
}
