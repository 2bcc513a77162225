import RatchetTesting

/// The failures of a test of a feature, with those of the end of the test.
@MainActor func failures<Feature: Reducer>(
  of feature: Feature, from state: Feature.State, in test: (TestStoreOf<Feature>) async -> Void
) async -> [String] where Feature.State: Equatable {
  await IssueCollector.issues { await test(TestStore(initialState: state) { feature }) }
}

/// The failures of a test of `Script`.
@MainActor func failures(in test: (TestStoreOf<Script>) async -> Void) async -> [String] {
  await failures(of: Script(), from: Script.State(), in: test)
}

/// Expects that a test of a feature fails with these texts, and no others.
@MainActor func expectFailures<Feature: Reducer>(
  of feature: Feature, from state: Feature.State, _ texts: String...,
  at location: SourceLocation = #_sourceLocation,
  in test: (TestStoreOf<Feature>) async -> Void
) async where Feature.State: Equatable {
  #expect(await failures(of: feature, from: state, in: test) == texts, sourceLocation: location)
}

/// Expects that a test of `Script` fails with these texts, and no others.
@MainActor func expectFailures(
  _ texts: String..., at location: SourceLocation = #_sourceLocation,
  in test: (TestStoreOf<Script>) async -> Void
) async {
  #expect(await failures(in: test) == texts, sourceLocation: location)
}
