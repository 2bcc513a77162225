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

extension PathTable {
  /// The paths in use right below a path.
  func children(of path: ID) -> [ID] {
    groups(below: path).flatMap { Array($0.paths.values) }
  }

  /// The same paths, all of which are fresh: a walk of this table asks all of them.
  var fresh: PathTable {
    var table = PathTable()
    var rest = [(path: ID.root, copy: ID.root)]
    while let (path, copy) = rest.popLast() {
      for child in children(of: path) {
        guard let component = components(of: child).last else { continue }
        rest.append((child, table.intern(component, under: copy)))
      }
    }
    return table
  }
}
