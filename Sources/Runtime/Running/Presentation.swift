/// Identifies an operator that presents features, in the reducers of one store: an `ifLet` with a
/// `PresentationAction`, or the `forEach` of a `Stack`.
///
/// Made by the operator. A ``DismissEffect`` that a presented feature reads contains the operator's
/// presentation. An effect that calls it belongs to that feature, or to a feature below, and finds
/// the feature by the presentation.
@usableFromInline package final class Presentation: Sendable {
  @usableFromInline package init() {}
}

/// A presented feature to which an effect belongs, because the effect was returned in it or below.
///
/// Made by the effect registry as it registers an effect, which owns one for each presented feature
/// around it.
struct PresentedFeature: Sendable {
  let presentation: Presentation
  /// Sends the action that removes the feature.
  let dismiss: EffectLeaf
  let feature: Feature
}
