// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A server whose connections do what a test says, byte by byte.
final class SocketServer: Sendable {
    /// Answers one request: the number of its connection and its number on that connection, both counted from 1.
    typealias Answer = @Sendable (_ connection: Int, _ request: Int) -> Reply

    enum Reply: Sendable {
        case bytes(String)
        /// Closes the connection without a response.
        case close
    }

    struct Request: Hashable, Sendable {
        var connection: Int
        var line: String
    }

    private struct State {
        var requests: [Request] = []
        var connections: [CInt] = []
    }

    let address: String
    private let listener: CInt
    private let state = Mutex(State())

    var requests: [Request] { state.withLock { $0.requests } }

    init(_ answer: @escaping Answer) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isOpen = withUnsafeMutablePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                bind(listener, name, size) == 0 && listen(listener, 16) == 0 && getsockname(listener, name, &size) == 0
            }
        }
        guard isOpen else { throw POSIXError(.EADDRNOTAVAIL) }
        self.listener = listener
        address = "http://127.0.0.1:\(UInt16(bigEndian: name.sin_port))"
        Thread.detachNewThread { [weak self] in
            while case let client = accept(listener, nil, nil), client >= 0 {
                guard let number = self?.opened(client) else {
                    close(client)
                    return
                }
                Thread.detachNewThread { [weak self] in
                    Self.serve(client) { line, request in
                        self?.state.withLock { $0.requests.append(Request(connection: number, line: line)) }
                        return answer(number, request)
                    }
                }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        for client in state.withLock({ $0.connections }) { shutdown(client, Int32(SHUT_RDWR)) }
    }

    private func opened(_ client: CInt) -> Int {
        state.withLock { state in
            state.connections.append(client)
            return state.connections.count
        }
    }

    /// Sends bytes that no request asked for, and returns once the client's system has received them.
    func send(_ text: String, on connection: Int) {
        let client = state.withLock { $0.connections[connection - 1] }
        Self.write(client, text)
        var unsent: CInt = 1
        while unsent > 0, ioctl(client, UInt(TIOCOUTQ), &unsent) == 0 { sched_yield() }
    }

    private static func serve(_ client: CInt, _ answer: (String, Int) -> Reply) {
        var number = 0
        var received: [UInt8] = []
        while let head = read(client, &received, until: "\r\n\r\n") {
            let lines = head.split(separator: "\r\n")
            let field = lines.first { $0.lowercased().hasPrefix("content-length:") }
            let length = field.flatMap { Int($0.dropFirst(15).drop { $0 == " " }) } ?? 0
            guard fill(client, &received, to: length) else { break }
            received.removeFirst(length)
            number += 1
            guard case .bytes(let text) = answer(String(lines.first ?? ""), number) else { break }
            write(client, text)
        }
        shutdown(client, Int32(SHUT_RDWR))
    }

    private static func read(_ client: CInt, _ received: inout [UInt8], until end: String) -> String? {
        while true {
            let text = String(decoding: received, as: UTF8.self)
            if let range = text.firstRange(of: end) {
                received.removeFirst(text[..<range.upperBound].utf8.count)
                return String(text[..<range.lowerBound])
            }
            guard fill(client, &received, to: received.count + 1) else { return nil }
        }
    }

    private static func fill(_ client: CInt, _ received: inout [UInt8], to count: Int) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while received.count < count {
            let more = recv(client, &buffer, buffer.count, 0)
            guard more > 0 else { return false }
            received += buffer[..<more]
        }
        return true
    }

    private static func write(_ client: CInt, _ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { Foundation.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard sent > 0 else { return }
            rest = rest.dropFirst(sent)
        }
    }
}
