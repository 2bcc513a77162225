import Ratchet

#if MISTAKE
  final class Translator {
    var language = "en"
    func text(_ number: Int) -> String { "\(number)" }
  }
#else
  struct Translator {
    var language = "en"
    func text(_ number: Int) -> String { "\(number)" }
  }
#endif

func translated(_ effect: Effect<Int>, by translator: Translator) -> Effect<String> {
  effect.map { translator.text($0) }  // error: with non-Sendable type 'Translator'
}
