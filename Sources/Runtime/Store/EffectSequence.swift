/// The parts of a sequence that have not begun.
struct EffectSequence<Action: Sendable> {
  var parts: ArraySlice<Effect<Action>.Shape>
  let place: EffectPlace
  let cause: Action
}
