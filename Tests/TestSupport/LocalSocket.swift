/// A socket with a port of this machine that no other process can get, and at which nobody listens
/// yet.
package struct LocalSocket: Sendable {
  package let descriptor: Int32
  private let port: UInt16

  package init() throws {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let socket = TestSupport.socket(AF_INET, type, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(socket, address, size) == 0 && getsockname(socket, address, &size) == 0
      }
    }
    guard code else { throw Spawn.Failure(call: "bind", code: errno) }
    (descriptor, port) = (socket, UInt16(bigEndian: address.sin_port))
  }

  package var url: String { "http://127.0.0.1:\(port)" }

  package func close() {
    _ = TestSupport.close(descriptor)
  }
}
