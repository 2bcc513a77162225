/// Wraps the tree of a non-empty effect, so that `@inlinable` code can hold it: such code cannot
/// name the `package` type `EffectTree`.
@usableFromInline struct EffectWork: Sendable {
  let tree: EffectTree
}
