import Console
import Ratchet

/// One run of the program without keys: reads commands, sends actions, and prints the list.
@MainActor final class Session {
  private let store: StoreOf<Todos>
  private let files: FileStorage
  private let printer: Printer
  private let outside = OutsideChanges()
  private var hasWrongCommands = false
  /// What was printed last of the list.
  private var printed: Screen?

  init(
    _ list: Todos, from state: Todos.State = Todos.State(),
    _ files: FileStorage,
    _ printer: Printer,
    _ observers: [any StoreObserver<Todos.State, Todos.Action>] = []
  ) {
    self.files = files
    self.printer = printer
    let report = StoreReport(of: Todos.self)
    store = Store(initialState: state, observers: observers + report.observers + [outside]) {
      list
    } withDependencies: {
      $0.sharedStorage = files.storage
      $0[NoticeClient.self] = .printing(with: printer)
    }
    outside.show = { [weak self] in self?.print(changesFrom: $0, to: $1) }
  }

  /// Runs to the end of the input, or a reason to end before it, and returns the exit status.
  func run() async throws -> Int32 {
    var lines = try LineLoop(printer)
    let arrivals = files.arrivals
    let problems = Task {
      for await _ in arrivals { files.takeProblems().forEach(printer.complain) }
    }
    if printer.isTerminal { printList() }
    let signalStatus = await lines.run(report: { StoreReport.text(of: store) }, follow: follow)
    if !printer.isTerminal, screen != printed { printList() }
    problems.cancel()
    return try await files.finish(
      signalStatus ?? status(), events: lines.events, complain: printer.complain
    ) { [store] in await store.drain(within: .seconds(1)) }
  }

  private func status() -> Int32 {
    let status = printer.finish()
    if status != ExitStatus.success { return status }
    return hasWrongCommands && !printer.isTerminal ? ExitStatus.wrongInput : ExitStatus.success
  }

  /// Does what a line asks for; returns false if that is to end.
  private func follow(_ line: String, number: Int) -> Bool {
    do throws(CommandError) {
      guard let command = try Command.parse(line) else { return true }
      if let action = try command.action(in: store.state) { store.send(action) }
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

  /// Prints what another program has changed, and the list: the numbers are those of this one.
  private func print(changesFrom old: Todos.State, to new: Todos.State) {
    let changes = Screen.changes(from: old.rows, to: new.rows)
    if changes.isEmpty { return }
    printer.print(changes)
    printList()
  }

  private var screen: Screen { Screen(store.state) }

  private func printList() {
    printer.print(screen.lines)
    printed = screen
  }
}

/// Tells of changes from outside at once: a line that is read later finds them printed.
@MainActor private final class OutsideChanges: StoreObserver {
  var show: (_ old: Todos.State, _ new: Todos.State) -> Void = { _, _ in }

  func observe(_ event: StoreEvent<Todos.State, Todos.Action>) {
    if case .reduced(.listChanged, _, let old, let new, _) = event { show(old, new) }
  }
}

extension NoticeClient {
  /// Prints notices, on lines of their own.
  fileprivate static func printing(with printer: Printer) -> NoticeClient {
    NoticeClient { notice in
      switch notice {
      case .reminder(let title): printer.print(["reminder: \(title.printable)"])
      }
    }
  }
}
