/// What belongs to the entries of a ledger, found by index.
struct NodeMap<Value> {
  private var values: ContiguousArray<Value?> = []

  subscript(node: Ledger.Node) -> Value? {
    get { values[Int(node.index)] }
    set {
      while values.count <= Int(node.index) { values.append(nil) }
      values[Int(node.index)] = newValue
    }
  }

  mutating func remove(_ node: Ledger.Node) -> Value? {
    guard Int(node.index) < values.count else { return nil }
    return values[Int(node.index)].take()
  }
}
