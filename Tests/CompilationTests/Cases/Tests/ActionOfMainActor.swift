// flags: -default-isolation MainActor
import RatchetTesting

#if MISTAKE
  enum Action: Equatable { case found(String) }
#else
  nonisolated enum Action: Equatable { case found(String) }
#endif

func finds(_ store: TestStore<Int, Action>) async {
  await store.receive(.found("fact"))  // error: conformance of 'Action' to 'Equatable'
}
