// flags: -default-isolation MainActor
import RatchetTesting

enum Action: Equatable { case found(String) }

func finds(_ store: TestStore<Int, Action>) async {
  await store.receive(.found("fact"))  // error: conformance of 'Action' to 'Equatable'
}
