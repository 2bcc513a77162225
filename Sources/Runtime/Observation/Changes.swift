/// What has changed in a batch, for those who wait for it.
@MainActor struct Changes {
  private var watches: [(node: StateNode, watch: Watch)] = []

  mutating func append(_ watch: Watch, of node: StateNode) {
    watches.append((node, watch))
  }

  /// Tells all, after the sweep, so that whoever is told finds everything up to date.
  func announce() {
    for change in watches { change.watch.announce() }
    for change in watches { change.node.removeIfUnused() }
  }
}
