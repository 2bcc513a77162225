@testable import Ratchet

extension PathComponent {
  /// A component of a path that leads to no state.
  init(label: String, position: Int, element: AnyID? = nil) {
    let origin = SourceOrigin(fileID: "Tests/Feature.swift", line: UInt(position))
    let step = FeatureStep(
      name: { label }, parent: Never.self, child: Never.self, origin: origin,
      column: label.utf8.reduce(0) { $0 * 31 + UInt($1) })
    self.init(step, element: element)
  }

  var label: String { step.label }
}
