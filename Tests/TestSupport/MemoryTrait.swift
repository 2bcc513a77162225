import Ratchet
package import Testing

extension Trait where Self == ConditionTrait {
  /// Skips a test of what is known only where enums are read from memory.
  package static var readsEnumsFromMemory: Self {
    .enabled(if: EnumMemory.isTrusted, "case paths use reflection here")
  }
}
