// flags: -package-name $PACKAGE
import RatchetDependencies

final class Cache {
  var facts: [Int: String] = [:]
}

func reset(_ guarded: Locked<Cache>) {
  #if MISTAKE
    var escaped: Cache?
    guarded.withLock { escaped = $0 }  // error: '$0' cannot be task-isolated
    escaped?.facts = [:]
  #else
    guarded.withLock { $0.facts = [:] }
  #endif
}
