import Testing

/// The tests that take over a terminal in this process, which can have one at a time.
@Suite("In one process", .serialized) struct OneTerminalTests {}
