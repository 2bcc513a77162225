extension Ledger {
  /// Names one entry of a ledger; the name of an entry that was removed is never used again.
  package struct Node: Hashable, Sendable {
    package let index: Int32
    let generation: UInt32
  }

  /// What an entry is.
  package enum Kind: Sendable {
    /// All that follows from one action sent from outside.
    case cascade
    /// Effects that run one after the other.
    case sequence
    /// One effect.
    case effect
    /// An entry that is free to be used again.
    case vacant
  }

  /// How far an entry has come.
  enum Phase {
    /// Entered. Becomes `running` when its operation begins; removed when cancelled before.
    case pending
    /// Its operation has begun. Removed when that ends, or when cancelled.
    case running
    /// A cascade or a sequence that takes up nothing more. Removed when nothing is below it and nobody
    /// holds it.
    case cancelled
  }

  struct Slot {
    var kind = Kind.vacant
    var phase = Phase.pending
    var generation: UInt32 = 0
    var parent: Node?
    var path = PathTable.ID.root
    var ids: [CancelID] = []
    var serial = 0
    var holds: Int32 = 0
    var firstChild: Int32 = .none
    var lastChild: Int32 = .none
    var previous: Int32 = .none
    var next: Int32 = .none

    /// Makes a vacant slot an entry without children.
    mutating func fill(
      _ kind: Kind, parent: Node?, path: PathTable.ID, ids: [CancelID], serial: Int, holds: Int32
    ) {
      self.kind = kind
      phase = .pending
      self.parent = parent
      self.path = path
      if !ids.isEmpty { self.ids = ids }
      self.serial = serial
      self.holds = holds
      firstChild = .none
      lastChild = .none
      previous = .none
      next = .none
    }
  }
}

extension Int32 {
  /// The end of a list of entries.
  static var none: Int32 { -1 }
}

extension ContiguousArray<Ledger.Slot> {
  subscript(node: Ledger.Node) -> Ledger.Slot {
    get { self[Int(node.index)] }
    _modify { yield &self[Int(node.index)] }
  }
}
