import RatchetTesting

extension Branch {
  /// A change of which children there are.
  enum Edit: Sendable, Equatable {
    case setChild(Int?)
    case setLeft(Int)
    case setRight(Int)
    case setLeaf
    case addRow(Int)
    case removeRow(Int)
    case reverseRows
    /// Removes all children and adds them again.
    case readd
    /// Removes a row and adds it again, as another value at the end.
    case renewRow(Int)
  }

  /// Which child of a feature.
  enum Step: Equatable, Sendable {
    case row(Int), child, left, right
  }
}

extension Branch.State {
  mutating func apply(_ edit: Branch.Edit) {
    switch edit {
    case .setChild(let id): child = id.map { Branch.State(id: $0) }
    case .setLeft(let id): choice = .left(Branch.State(id: id))
    case .setRight(let id): choice = .right(Branch.State(id: id))
    case .setLeaf: choice = .leaf
    case .addRow(let id): if rows[id: id] == nil { rows.append(Branch.State(id: id)) }
    case .removeRow(let id): rows.remove(id: id)
    case .reverseRows: rows.reverse()
    case .readd:
      let before = self
      self = Branch.State(id: id)
      self = before
    case .renewRow(let id):
      guard rows.remove(id: id) != nil else { return }
      rows.append(Branch.State(id: id))
    }
  }

  /// The children that are there.
  var steps: [Branch.Step] {
    var steps = rows.map { Branch.Step.row($0.id) }
    if child != nil { steps.append(.child) }
    if case .left = choice { steps.append(.left) }
    if case .right = choice { steps.append(.right) }
    return steps
  }

  /// The child, and what its component of a path reads like.
  func below(_ step: Branch.Step) -> (state: Branch.State, name: String)? {
    switch (step, choice) {
    case (.row(let id), _): rows[id: id].map { ($0, "rows[\(id)]") }
    case (.child, _): child.map { ($0, "child[\($0.id)]") }
    case (.left, .left(let state)): (state, "choice.left[\(state.id)]")
    case (.right, .right(let state)): (state, "choice.right[\(state.id)]")
    case (.left, _), (.right, _): nil
    }
  }

  /// The path that leads to a place, if all of it is there.
  func path(to place: [Branch.Step]) -> [String]? {
    guard let step = place.first else { return [] }
    guard let (state, name) = below(step), let rest = state.path(to: Array(place.dropFirst()))
    else { return nil }
    return [name] + rest
  }

  /// Changes the state at a place, which must be there.
  mutating func change(at place: [Branch.Step], _ body: (inout Branch.State) -> Void) {
    guard let step = place.first, var state = below(step)?.state else { return body(&self) }
    state.change(at: Array(place.dropFirst()), body)
    switch step {
    case .row(let id): rows[id: id] = state
    case .child: child = state
    case .left: choice = .left(state)
    case .right: choice = .right(state)
    }
  }
}

extension Branch.Action {
  /// The action of the root that brings a command to a place.
  init(_ command: Branch.Command, at place: [Branch.Step]) {
    self = .own(command)
    for step in place.reversed() {
      switch step {
      case .row(let id): self = .row(id: id, action: self)
      case .child: self = .child(self)
      case .left: self = .choice(.left(self))
      case .right: self = .choice(.right(self))
      }
    }
  }
}
