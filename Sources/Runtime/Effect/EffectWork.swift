/// The tree of a non-empty effect, behind a type that `@inlinable` code may see.
@usableFromInline struct EffectWork: Sendable {
  let tree: EffectTree
}
