import Ratchet

struct Translator {
  var language = "en"
  func text(_ number: Int) -> String { "\(number)" }
}

func translated(_ effect: Effect<Int>, by translator: Translator) -> Effect<String> {
  effect.map { translator.text($0) }
}
