import Foundation
import RatchetTesting
import TestSupport

@testable import todos

extension Item.ID {
  // In the order in which the source `.incrementing` gives them.
  static let milk = number(0)
  static let bread = number(1)
  static let tea = number(2)
  /// That of none of the three.
  static let other = number(0xFF)

  private static func number(_ number: UInt8) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))
  }
}

extension Todo.State {
  init(_ id: Item.ID, _ title: String, isCompleted: Bool = false) {
    self.init(item: Item(id: id, title: title, isCompleted: isCompleted))
  }
}

extension Todos.State {
  /// Milk, which is completed, bread and tea.
  static let three = Todos.State(rows: [
    Todo.State(.milk, "Milk", isCompleted: true), Todo.State(.bread, "Bread"),
    Todo.State(.tea, "Tea"),
  ])
}

extension NoticeClient {
  /// Keeps what is shown in a list.
  static func recording(in list: Recorded<Notice>) -> NoticeClient {
    NoticeClient { list.append($0) }
  }
}

/// What a client was called with, in order.
@MainActor final class Recorded<Value: Sendable> {
  private(set) var values: [Value] = []

  func append(_ value: Value) {
    values.append(value)
  }
}

// MARK: - Runs of the program

extension PipedResult {
  /// Runs the program on an input that ends.
  init(
    _ arguments: [String] = [], input: String, in folder: Folder, _ redirection: String = ""
  ) throws {
    try self.init("todos", arguments, input: input, in: folder, redirection: redirection)
  }
}

extension PipedRun {
  /// Starts the program.
  convenience init(
    _ arguments: [String] = [], typing text: String = "", in folder: Folder,
    isOutputRead: Bool = true
  ) throws {
    try self.init("todos", arguments, typing: text, isOutputRead: isOutputRead, in: folder)
  }
}

extension TerminalRun {
  /// Starts the program on a terminal, and waits for its keys.
  convenience init(_ arguments: [String] = [], rows: Int = 24, in folder: Folder) throws {
    try self.init("todos", arguments, shows: "q quit", rows: rows, in: folder)
  }
}
