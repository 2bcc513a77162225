import Foundation
import RatchetTesting

@MainActor @Suite("A sender")
struct SenderTests {
  @Test("delivers each action once, those of one thread in its order")
  func order() async {
    let (store, done) = makeStore(threads: 8)
    for thread in 0..<8 {
      Thread.detachNewThread { [sender = store.sender] in
        for number in 0..<500 { sender.send(.number(thread, number)) }
        sender.send(.end)
      }
    }
    await done.wait()
    #expect(store.numbers == Array(repeating: Array(0..<500), count: 8))
  }

  @Test("neither waits for the main actor nor traps on another thread")
  func blockedMainActor() async {
    let (store, done) = makeStore(threads: 1)
    let sender = store.sender
    let isDone = blockUntilDone {
      sender.send(.number(0, 1))
      sender.send(.end)
    }
    #expect(isDone)
    #expect(store.numbers == [[]])
    await done.wait()
    #expect(store.numbers == [[1]])
  }

  @Test("has what it sends while the main actor delivers delivered too")
  func cascade() async {
    let done = Signal()
    let box = Box<Sender<Int>?>(nil)
    let store = Store<[Int], Int>(initialState: []) {
      Reduce { state, action in
        state.append(action)
        MainActor.assumeIsolated { action < 100 ? box.value?.send(action + 1) : done.open() }
        return .none
      }
    }
    box.value = store.sender
    store.sender.send(0)
    await done.wait()
    #expect(store.state == Array(0...100))
  }

  @Test("carries nothing of its caller's task into what follows; awaiting the store's send does")
  func context() async {
    let done = Signal()
    let seen = Box<[Int?]>([])
    let store = Store<Int, Int>(initialState: 0) {
      Reduce { _, _ in
        .run { _ in
          seen.value.append(Request.id)
          if seen.value.count == 50 { done.open() }
        }
      }
    }
    for id in 0..<50 {
      Task { [sender = store.sender] in Request.$id.withValue(id) { sender.send(id) } }
    }
    await done.wait()
    #expect(seen.value == Array(repeating: nil, count: 50))
    Request.$id.withValue(7) { _ = store.send(0) }
    #expect(seen.value.last == 7)
  }

  @Test("does not keep its store, and does nothing when that is gone")
  func storeIsGone() async {
    let (released, continuation) = AsyncStream<Int>.makeStream()
    var store: Store<Int, Payload>? = Store(initialState: 0) {
      Reduce { _, _ in
        Issue.record("An action was reduced.")
        return .none
      }
    }
    weak let weakStore = store
    let sender = store?.sender
    sender?.send(Payload(1, continuation))
    store = nil
    #expect(weakStore == nil)
    sender?.send(Payload(2, continuation))
    var seen: [Int] = []
    for await number in released {
      seen.append(number)
      if seen.count == 2 { break }
    }
    #expect(seen == [1, 2])
  }
}

// MARK: - Fixtures

private enum Request {
  @TaskLocal static var id: Int?
}

private enum Action {
  case number(Int, Int)
  case end
}

private struct Numbers {
  var numbers: [[Int]]
  var ends = 0
}

/// A store that takes numbers of threads, and a signal that opens when each has ended.
@MainActor private func makeStore(threads: Int) -> (Store<Numbers, Action>, Signal) {
  let done = Signal()
  let store = Store<Numbers, Action>(
    initialState: Numbers(numbers: Array(repeating: [], count: threads))
  ) {
    Reduce { state, action in
      switch action {
      case .number(let thread, let number): state.numbers[thread].append(number)
      case .end: state.ends += 1
      }
      return state.ends == threads ? .run { _ in done.open() } : .none
    }
  }
  return (store, done)
}

/// Says its number when it is released.
private final class Payload: Sendable {
  let number: Int
  private let released: AsyncStream<Int>.Continuation

  init(_ number: Int, _ released: AsyncStream<Int>.Continuation) {
    self.number = number
    self.released = released
  }

  deinit { released.yield(number) }
}

/// Blocks the calling thread until another one has run an operation; false if that hangs.
private func blockUntilDone(_ operation: @escaping @Sendable () -> Void) -> Bool {
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    operation()
    done.signal()
  }
  return done.wait(timeout: .now() + .seconds(60)) == .success
}
