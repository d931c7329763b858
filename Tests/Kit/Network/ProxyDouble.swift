// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A local proxy that opens tunnels by `CONNECT` or SOCKS 5, all to the same local port, and records their targets.
public final class ProxyDouble: Sendable {
    public let port: Int
    /// `host:port` of each tunnel, and its `Proxy-Authorization`.
    public var tunnels: [(target: String, credentials: String?)] { log.withLock { $0 } }

    private let log = Mutex<[(target: String, credentials: String?)]>([])
    private let listener: Int32
    private let origin: Int
    private let refusal: Int?

    /// - Parameters:
    ///   - origin: The local port to which tunnels lead.
    ///   - refusal: The HTTP status with which all tunnels are refused; nil opens them.
    public init(to origin: Int, refusing refusal: Int? = nil) throws {
        (self.origin, self.refusal) = (origin, refusal)
        (listener, port) = try Self.listen()
        Thread.detachNewThread { [listener, weak self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                guard let self else {
                    close(client)
                    return
                }
                Thread.detachNewThread { self.serve(client) }
            }
        }
    }

    private static func listen() throws -> (descriptor: Int32, port: Int) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = loopback(0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isNamed = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, size) == 0 && Foundation.listen(descriptor, 16) == 0
                    && getsockname(descriptor, address, &size) == 0
            }
        }
        guard isNamed else { throw POSIXError(.EADDRNOTAVAIL) }
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private static func loopback(_ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    private func serve(_ client: Int32) {
        defer { close(client) }
        guard let first = Self.read(client, 1)?.first else { return }
        guard let target = first == 5 ? socks(client) : connect(client, first) else { return }
        let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(server) }
        var address = Self.loopback(origin)
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Foundation.connect(server, $0, size) }
        }
        log.withLock { $0.append(target) }
        guard isConnected == 0 else { return }
        Self.write(client, first == 5 ? [5, 0, 0, 1, 0, 0, 0, 0, 0, 0] : Array("HTTP/1.1 200 OK\r\n\r\n".utf8))
        let done = DispatchSemaphore(value: 0)
        for (from, to) in [(client, server), (server, client)] {
            Thread.detachNewThread {
                var buffer = [UInt8](repeating: 0, count: 65536)
                while case let count = recv(from, &buffer, buffer.count, 0), count > 0 { Self.write(to, Array(buffer[..<count])) }
                shutdown(to, Int32(SHUT_RDWR))
                shutdown(from, Int32(SHUT_RDWR))
                done.signal()
            }
        }
        for _ in 0..<2 { done.wait() }
    }

    private func connect(_ client: Int32, _ first: UInt8) -> (String, String?)? {
        var head = [first]
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            guard head.count < 65536, let next = Self.read(client, 1) else { return nil }
            head += next
        }
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3, words[0] == "CONNECT" else { return nil }
        let name = "proxy-authorization: "
        let credentials = lines.first { $0.lowercased().hasPrefix(name) }.map { String($0.dropFirst(name.count)) }
        if let refusal {
            log.withLock { $0.append((String(words[1]), credentials)) }
            Self.write(client, Array("HTTP/1.1 \(refusal) No\r\nContent-Length: 0\r\n\r\n".utf8))
            return nil
        }
        return (String(words[1]), credentials)
    }

    private func socks(_ client: Int32) -> (String, String?)? {
        guard let count = Self.read(client, 1)?.first, Self.read(client, Int(count)) != nil else { return nil }
        Self.write(client, [5, 0])
        guard let head = Self.read(client, 4), head[3] == 3, let length = Self.read(client, 1)?.first,
            let name = Self.read(client, Int(length)), let port = Self.read(client, 2)
        else { return nil }
        return ("\(String(decoding: name, as: UTF8.self)):\(Int(port[0]) << 8 | Int(port[1]))", nil)
    }

    private static func read(_ descriptor: Int32, _ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var read = 0
        while read < count {
            let more = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress! + read, count - read, 0) }
            guard more > 0 else { return nil }
            read += more
        }
        return bytes
    }

    private static func write(_ descriptor: Int32, _ bytes: [UInt8]) {
        var written = 0
        while written < bytes.count {
            let more = bytes.withUnsafeBytes {
                send(descriptor, $0.baseAddress! + written, bytes.count - written, Int32(MSG_NOSIGNAL))
            }
            guard more > 0 else { return }
            written += more
        }
    }
}
