/// Identifies where features are presented: one operator `ifLet(presenting:)`, or `forEach` of a
/// stack, in the reducers of one store.
///
/// Made by the operator. ``DismissEffect`` has that of the feature that reads it, and finds the
/// feature among the presented ones that the calling effect belongs to.
@usableFromInline package final class Presentation: Sendable {
  @usableFromInline package init() {}
}

/// A presented feature that an effect belongs to, and those around that feature.
///
/// Made by the effect registry as it registers an effect; the effect owns it.
struct PresentedFeature: Sendable {
  let presentation: Presentation
  /// Sends the action that removes the feature.
  let dismiss: EffectLeaf
  let feature: Feature
}
