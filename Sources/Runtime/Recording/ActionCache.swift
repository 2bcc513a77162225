import FoundationEssentials
import RatchetDependencies

/// Decodes actions.
///
/// The same short text is decoded once, as long as no other text takes its place.
/// Most actions of a recording are the same few ones, as in `replay`: 1.6 us each, where
/// `replay-any`, in which each is another one, takes 6.7 us.
struct ActionCache<Action: Decodable> {
  // Objects without the type, so that a step looks up no generic types. (replay: 9 %)
  private var actions: [DecodedAction?] = Array(repeating: nil, count: room)
  private let decoder = JSONDecoder.ofRecordings

  private static var room: Int { 1_024 }

  mutating func action(_ json: ArraySlice<UInt8>) throws(RecordingError) -> DecodedActionOf<Action>
  {
    let index = Int(RecordingFormat.sum(of: json).bits % UInt64(Self.room))
    if let known = actions[index], known.json[...] == json {
      // Safe: they are added below, of this class.
      return unsafe unsafeDowncast(known, to: DecodedActionOf<Action>.self)
    }
    do {
      let action = try decoder.decode(Action.self, from: Data(json))
      // Long texts are rarely the same, and would take the memory.
      let isKept = json.count < 256
      let decoded = DecodedActionOf(action, from: isKept ? json : [])
      if isKept { actions[index] = decoded }
      return decoded
    } catch {
      throw RecordingError(
        .undecodable,
        """
        \(String(decoding: json, as: UTF8.self).cut) is no '\(Action.self)': \
        \(RecordingError.reason(of: error))
        """)
    }
  }
}

/// An action and the JSON from which it was decoded.
class DecodedAction {
  fileprivate let json: [UInt8]

  fileprivate init(_ json: ArraySlice<UInt8>) {
    self.json = Array(json)
  }
}

/// The same with its type.
final class DecodedActionOf<Action>: DecodedAction {
  let action: Action

  fileprivate init(_ action: Action, from json: ArraySlice<UInt8>) {
    self.action = action
    super.init(json)
  }
}
