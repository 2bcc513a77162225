/// Somebody waits for a change of something in a state.
@MainActor class Watch {
  /// Is called for all that will be announced, before the first of them is.
  func prepare() {}

  /// Tells whoever waits, when the state has changed already.
  func announce() {}

  /// Nothing will change any more.
  func end() {}
}

/// A watch of something in states of one type.
class StateWatch<State>: Watch {
  /// Whether nobody waits any more.
  var isOver: Bool { false }

  /// Whether somebody waits for another change.
  var isWaiting: Bool { !isOver }

  /// Whether what is watched differs from what was seen of it.
  func hasChanged(in state: StateReference<State>) -> Bool { true }
}

/// A watch for observers, who are told through the registrar of a view.
///
/// It is armed by a read, and forgotten when it is announced.
class MemberWatch<State>: StateWatch<State> {
  private unowned let node: StateNode
  /// Takes what is let go of.
  let pool: ReleasePool
  /// Its number in the view.
  let ordinal: Int
  /// What the registrar knows it by at present, one of two: an observer that is told of something
  /// else first, and reads this one anew, must not be told once more of what it has seen by then.
  private var side = 0
  private(set) var isArmed = false
  /// A read between two actions of a batch saw a value other than the one before: whatever it is at
  /// the end, it differs for somebody.
  private var sawTwo = false

  init(in node: StateNode, ordinal: Int) {
    self.node = node
    pool = node.pool
    self.ordinal = ordinal
  }

  /// Takes note of a read; true if nobody waited before.
  final func read(in state: StateReference<State>) -> Bool {
    node.access(2 * ordinal + side)
    if isArmed {
      if !node.isSettled, !sawTwo, isOther(in: state) { sawTwo = true }
      return false
    }
    isArmed = true
    keep(state)
    return true
  }

  final override var isWaiting: Bool { isArmed }

  /// Whether what is watched cannot be compared, so that equal bytes do not mean that nothing has
  /// changed.
  var isOpaque: Bool { false }

  final override func hasChanged(in state: StateReference<State>) -> Bool {
    isArmed && (sawTwo || isOther(in: state))
  }

  final override func prepare() {
    side = 1 - side
    end()
  }

  final override func announce() {
    node.announce(2 * ordinal + 1 - side)
  }

  final override func end() {
    isArmed = false
    sawTwo = false
    forget()
  }

  /// Keeps what is there to be seen.
  func keep(_ state: StateReference<State>) {}

  /// Whether what is there differs from what was kept.
  func isOther(in state: StateReference<State>) -> Bool {
    preconditionFailure("Every kind of watch overrides this method.")
  }

  /// Gives what was kept to the pool.
  func forget() {}
}
