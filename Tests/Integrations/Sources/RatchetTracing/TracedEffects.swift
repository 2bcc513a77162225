import Ratchet
import Tracing

extension Reducer {
  /// Runs each effect in a span, a child of the span in which `store.send` was called.
  ///
  /// A subscription's span begins a new trace.
  package func traced(
    by tracer: any Tracer = InstrumentationSystem.tracer
  ) -> some Reducer<State, Action> {
    aroundEffect { effect, operation in
      let current = ServiceContext.current ?? .topLevel
      let cause = effect.isSubscription ? .topLevel : current[Cause.self] ?? current
      let span = tracer.startSpan(effect.name ?? "effect", context: cause)
      defer { span.end() }
      span.attributes["feature"] = effect.path
      var context = span.context
      context[Cause.self] = cause
      do {
        try await ServiceContext.withValue(context) { try await operation() }
      } catch {
        if !(error is CancellationError) { span.recordError(error) }
        throw error
      }
    }
  }
}

/// The context in which an action was sent by code that is not an effect.
private enum Cause: ServiceContextKey {
  typealias Value = ServiceContext
}
