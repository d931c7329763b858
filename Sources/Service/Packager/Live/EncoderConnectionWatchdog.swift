// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Limits how long a client may occupy the only encoder connection without sending anything playable.
struct ConnectionTimeoutRule: Sendable {
    /// In seconds.
    let limit: Double
    private var since: Double?

    init(limit: Double) { self.limit = limit }

    /// - Parameters:
    ///   - isConnected: whether a client is connected.
    ///   - now: seconds of a monotonic clock.
    /// - Returns: whether its time is over.
    mutating func isOver(isConnected: Bool, at now: Double) -> Bool {
        guard isConnected else {
            since = nil
            return false
        }
        let began = since ?? now
        since = began
        return now - began >= limit
    }
}

/// Watches the connections to a local port until the client has sent something playable.
///
/// ffmpeg times out when a client sends nothing, but not when it sends a little now and then.
final class EncoderConnectionWatchdog: Sendable {
    private let port: Int
    private let limit: Double
    private let isStopped = Mutex(false)

    /// - Parameter limit: in seconds.
    init(port: Int, limit: Double) {
        self.port = port
        self.limit = limit
    }

    /// Something playable arrived, or waiting has ended.
    func stop() { isStopped.withLock { $0 = true } }

    /// Returns once it is stopped.
    /// - Throws: ``PackagerError/nothingPlays`` when a client's time is over.
    func watch() async throws {
        var rule = ConnectionTimeoutRule(limit: limit)
        while !isStopped.withLock({ $0 }) {
            let now = Double(DispatchTime.now().uptimeNanoseconds) / 1e9
            if rule.isOver(isConnected: Self.isConnected(to: port), at: now) { throw PackagerError.nothingPlays }
            try await Task.sleep(for: .seconds(min(1, limit / 4)))
        }
    }

    /// Whether a TCP connection to the port is established; false if the system doesn't report connections.
    static func isConnected(to port: Int) -> Bool {
        ["/proc/self/net/tcp", "/proc/self/net/tcp6"].contains { isConnected(to: port, inFile: $0) }
    }

    private static func isConnected(to port: Int, inFile path: String) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? file.close() }
        // procfs returns one page per read, which reading to the end in one call would mistake for the end.
        var table = Data()
        while let page = try? file.read(upToCount: 1 << 16), !page.isEmpty { table += page }
        return isConnected(to: port, in: String(decoding: table, as: UTF8.self))
    }

    /// - Parameter table: in the format of `/proc/net/tcp`: one socket per line with local address
    ///   and port, peer and state, in hexadecimal.
    static func isConnected(to port: Int, in table: String) -> Bool {
        table.split(separator: "\n").dropFirst().contains { line in
            let words = line.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: true)
            guard words.count > 3, words[3] == "01", let own = words[1].split(separator: ":").last else { return false }
            return Int(own, radix: 16) == port
        }
    }
}
