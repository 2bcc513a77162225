import RatchetTesting
import TestSupport

/// What happens to a tree of features.
enum BranchEvent: Equatable {
  case send(Branch.Command, at: [Branch.Step])
  /// Lets the effect of this number go on and end.
  case finish(Int)
}

/// What should happen in a tree of features: a list of effects with the paths at which they are.
struct BranchModel {
  struct Effect {
    var numbers: [Int]
    let id: String
    let place: [Branch.Step]
    /// With the identities of all that leads to the feature.
    let path: [String]
  }

  private(set) var state = Branch.State(id: 0)
  private(set) var effects: [Effect] = []
  /// Actions that came for a child that is not there.
  private(set) var absent = 0

  /// As `Store.live` lists it, sorted.
  var live: [String] {
    effects.map { "\($0.path.joined(separator: ".")): \($0.numbers[0])" }.sorted()
  }

  /// Does what follows, and returns the state after each action that is reduced.
  mutating func carryOut(_ event: BranchEvent) -> [Branch.State] {
    switch event {
    case .send(let command, let place):
      guard let path = state.path(to: place) else {
        absent += 1
        return [state]
      }
      return send(command, place, path)
    case .finish(let number):
      guard let index = effects.firstIndex(where: { $0.numbers[0] == number }) else { return [] }
      state.change(at: effects[index].place) { $0.count += 1 }
      effects[index].numbers.removeFirst()
      if effects[index].numbers.isEmpty { effects.remove(at: index) }
      return [state]
    }
  }

  private mutating func send(
    _ command: Branch.Command, _ place: [Branch.Step], _ path: [String]
  ) -> [Branch.State] {
    var states: [Branch.State] = []
    switch command {
    case .add(let number): state.change(at: place) { $0.count += number }
    case .addLater:
      states.append(state)
      state.change(at: place) { $0.count += 1 }
    case .start: break
    case .cancel(let id): effects.removeAll { $0.id == id && $0.path.starts(with: path) }
    case .wait(let numbers, let id):
      effects.append(Effect(numbers: numbers, id: id, place: place, path: path))
    case .edit(let edit): state.change(at: place) { $0.apply(edit) }
    }
    effects.removeAll { state.path(to: $0.place) != $0.path }
    return states + [state]
  }
}

extension BranchModel {
  /// An event that may happen now, mostly where something is.
  func event(_ random: inout SeededRandom, number: inout Int) -> BranchEvent {
    if random.chance(20), let effect = effects.randomElement(using: &random) {
      return .finish(effect.numbers[0])
    }
    let place = place(&random)
    let id = random.element(of: ["a", "b"])
    switch random.number(below: 20) {
    case 0..<7:
      let numbers = (0...random.number(below: 2)).map { number + $0 }
      number += numbers.count
      return .send(.wait(numbers, id: id), at: place)
    case 7..<9: return .send(.cancel(id), at: place)
    case 9..<10: return .send(.addLater, at: place)
    case 10..<11: return .send(.add(1), at: place)
    default: return .send(.edit(edit(&random)), at: place)
    }
  }

  private func place(_ random: inout SeededRandom) -> [Branch.Step] {
    var place: [Branch.Step] = []
    var next: Branch.State? = state
    while place.count < 4, random.chance(70), let state = next {
      let isKnown = random.chance(93)
      if isKnown, state.steps.isEmpty { break }
      let others: [Branch.Step] = [.row(random.number(below: 4)), .child, .left, .right]
      let step = random.element(of: isKnown ? state.steps : others)
      place.append(step)
      next = state.below(step)?.state
    }
    return place
  }

  private func edit(_ random: inout SeededRandom) -> Branch.Edit {
    let id = random.number(below: 3)
    switch random.number(below: 14) {
    case 0..<3: return .addRow(id)
    case 3..<4: return .removeRow(id)
    case 4..<7: return .setChild(random.chance(80) ? id : nil)
    case 7..<9: return .setLeft(id)
    case 9..<10: return .setRight(id)
    case 10..<11: return .setLeaf
    case 11..<12: return .reverseRows
    case 12..<13: return .readd
    default: return .renewRow(id)
    }
  }
}
