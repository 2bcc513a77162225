/// Calls a function with the value at a pointer, without copying the value.
///
/// `ChildState` and `StateReference` read states with it. `Value` is `~Copyable`, because then the
/// compiler cannot copy the value, and lends the memory to the function. The pointer must be valid
/// during the call.
@unsafe @inlinable
func borrow<Value: ~Copyable, Result>(
  _ value: UnsafePointer<Value>, _ body: (borrowing Value) -> Result
) -> Result {
  unsafe body(value.pointee)
}
