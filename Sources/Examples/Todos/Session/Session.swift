import Console
import Ratchet

/// One run of the program: reads commands, sends actions, and prints the list.
@MainActor final class Session {
  private let store: StoreOf<SavedTodos>
  private let printer: Printer
  private let report = StoreReport(of: SavedTodos.self)
  private var hasWrongCommands = false
  /// What was printed last of the list.
  private var printed: Screen?

  init(
    _ options: Options, _ printer: Printer,
    _ observers: [any StoreObserver<SavedTodos.State, SavedTodos.Action>] = []
  ) {
    self.printer = printer
    store = Store(initialState: SavedTodos.State(), observers: observers + report.observers) {
      SavedTodos()
    } withDependencies: {
      $0[StorageClient.self] = .file(at: options.file)
      $0[NoticeClient.self] = .printing(with: printer)
    }
  }

  /// Runs to the end of the input, or a reason to end before it, and returns the exit status.
  func run(_ lines: LineLoop) async -> Int32 {
    await store.send(.load).finish()
    if printer.isTerminal { printList() }
    let signalStatus = await lines.run(
      prompt: { Screen.prompt(todos) }, report: { report.text(of: store) }, follow: follow)
    if !printer.isTerminal, screen != printed { printList() }
    await store.send(.flush).finish()
    await store.drain(within: .seconds(1))
    return signalStatus ?? status
  }

  private var todos: Todos.State { store.state.todos }

  private var status: Int32 {
    let status = printer.finish()
    if status != ExitStatus.success { return status }
    if !store.state.isSaved { return ExitStatus.notWritten }
    return hasWrongCommands && !printer.isTerminal ? ExitStatus.wrongInput : ExitStatus.success
  }

  /// Does what a line asks for; returns false if that is to end.
  private func follow(_ line: String, number: Int) -> Bool {
    do throws(CommandError) {
      guard let command = try Command.parse(line) else { return true }
      if let action = try command.action(in: todos) { store.send(.todos(action)) }
      switch command.name {
      case .quit: return false
      case .help: printer.print(CommandName.summaries)
      case .show: printList()
      default: if printer.isTerminal { printList() }
      }
    } catch {
      hasWrongCommands = true
      printer.complain(printer.isTerminal ? error.message : "line \(number): \(error.message)")
    }
    return true
  }

  private var screen: Screen { Screen(todos, isColoured: printer.isColoured) }

  private func printList() {
    printer.print(screen.lines)
    printed = screen
  }
}

extension NoticeClient {
  /// Prints notices; where a question waits, on lines of their own before it.
  fileprivate static func printing(with printer: Printer) -> NoticeClient {
    NoticeClient { notice in
      printer.interject {
        switch notice {
        case .reminder(let title):
          let text = "reminder: \(title.printable)"
          printer.print([Style.value.applied(to: text, isColoured: printer.isColoured)])
        case .problem(let message): printer.complain(message)
        }
      }
    }
  }
}
