/// Calls a function with a value in place, without copying it.
///
/// `~Copyable`, because that makes the argument a borrow of the memory.
@unsafe @inlinable
func borrow<Value: ~Copyable, Result>(
  _ value: UnsafePointer<Value>, _ body: (borrowing Value) -> Result
) -> Result {
  unsafe body(value.pointee)
}
