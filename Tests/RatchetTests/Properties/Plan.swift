/// An effect as plain data, which a store and a model can both run.
indirect enum Plan: Sendable {
  case none
  case send(Int)
  case run(Operation)
  case merge([Plan])
  case concatenate([Plan])
  case cancel(id: Int)
  case cancellable(Plan, id: Int, cancelInFlight: Bool)
}

/// What the operation of an effect does.
struct Operation: Sendable {
  enum Step: Sendable {
    case send(Int)
    /// Waits until a gate is open; gates stay open.
    case wait(gate: Int)
    case fail
  }

  let number: Int
  var steps: [Step]
  /// Whether a cancel ends its waits by a thrown error; else it goes on as if nothing had happened.
  var heedsCancellation = true
  /// The action that its error handler sends, if it has one.
  var handler: Int?
}

extension Plan: CustomStringConvertible {
  var description: String {
    switch self {
    case .none: ".none"
    case .send(let action): ".send(\(action))"
    case .run(let operation): ".run(\(operation))"
    case .merge(let plans): ".merge(\(plans))"
    case .concatenate(let plans): ".concatenate(\(plans))"
    case .cancel(let id): ".cancel(id: \(id))"
    case .cancellable(let plan, let id, let cancelInFlight):
      "\(plan).cancellable(id: \(id)\(cancelInFlight ? ", cancelInFlight: true" : ""))"
    }
  }
}

extension Operation: CustomStringConvertible {
  var description: String {
    var words = ["#\(number)"]
    for step in steps {
      switch step {
      case .send(let action): words.append("send \(action)")
      case .wait(let gate): words.append("wait \(gate)")
      case .fail: words.append("fail")
      }
    }
    if !heedsCancellation { words.append("(ignores cancellation)") }
    if let handler { words.append("(catch: send \(handler))") }
    return words.joined(separator: " ")
  }
}
