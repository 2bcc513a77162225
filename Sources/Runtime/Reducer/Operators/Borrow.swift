/// Calls a function with the value at a pointer, without copying the value.
///
/// `ChildState` and `StateReference` read states with it, which may be large. `Value` may be of a
/// copyable type, but because it is declared `~Copyable`, the compiler passes the memory itself to
/// the function instead of a copy. The pointer must be valid during the call.
@unsafe @inlinable
func borrow<Value: ~Copyable, Result>(
  _ value: UnsafePointer<Value>, _ body: (borrowing Value) -> Result
) -> Result {
  unsafe body(value.pointee)
}
