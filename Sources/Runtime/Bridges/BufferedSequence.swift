/// A sequence that may have a buffer from which its iterator takes elements without other work.
protocol BufferedSequence {
  var hasBuffer: Bool { get }
}

extension AsyncStream: BufferedSequence {
  package var hasBuffer: Bool { hasStreamBuffer(self) }
}

extension AsyncThrowingStream: BufferedSequence {
  package var hasBuffer: Bool { hasStreamBuffer(self) }
}

extension CallbackSequence: BufferedSequence {
  package var hasBuffer: Bool { true }
}

/// Whether a stream of the standard library has a buffer, rather than a closure that produces each
/// element.
///
/// There is no API for this. If the standard library renames these parts, the answer is no, and the
/// stream is iterated like any other sequence.
private func hasStreamBuffer(_ stream: Any) -> Bool {
  guard let storage = Mirror(reflecting: stream).descendant("context", "storage") else {
    return false
  }
  let mirror = Mirror(reflecting: storage)
  return mirror.displayStyle != .optional || !mirror.children.isEmpty
}
