// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// How long somebody may keep the one place of an encoder without sending anything that plays.
struct AdmissionRule: Sendable {
    /// Seconds.
    let limit: Double
    private var since: Double?

    init(limit: Double) { self.limit = limit }

    /// - Parameters:
    ///   - isConnected: whether somebody is there.
    ///   - now: seconds of a clock that never goes back.
    /// - Returns: whether their time is over.
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

/// Watches who connects to a port of this machine until something that plays came from them.
///
/// ffmpeg gives up on who says nothing, but not on who says a little now and then.
final class EncoderAdmission: Sendable {
    private let port: Int
    private let limit: Double
    private let isSettled = Mutex(false)

    /// - Parameter limit: seconds.
    init(port: Int, limit: Double) {
        self.port = port
        self.limit = limit
    }

    /// Something that plays came, or nobody is waited for any more.
    func settle() { isSettled.withLock { $0 = true } }

    /// Comes back once it is settled.
    /// - Throws: ``PackagerError/nothingPlays`` when their time is over.
    func watch() async throws {
        var rule = AdmissionRule(limit: limit)
        while !isSettled.withLock({ $0 }) {
            let now = Double(DispatchTime.now().uptimeNanoseconds) / 1e9
            if rule.isOver(isConnected: Self.isConnected(to: port), at: now) { throw PackagerError.nothingPlays }
            try await Task.sleep(for: .seconds(min(1, limit / 4)))
        }
    }

    /// Whether a TCP connection to the port is established; false where the system doesn't tell.
    static func isConnected(to port: Int) -> Bool {
        ["/proc/self/net/tcp", "/proc/self/net/tcp6"].contains { isConnected(to: port, inFile: $0) }
    }

    private static func isConnected(to port: Int, inFile path: String) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? file.close() }
        // The system gives a page at a time, with which reading a file at once takes it for done.
        var table = Data()
        while let page = try? file.read(upToCount: 1 << 16), !page.isEmpty { table += page }
        return isConnected(to: port, in: String(decoding: table, as: UTF8.self))
    }

    /// - Parameter table: as `/proc/net/tcp` has it: a line a socket, with its address and port, its peer's, and its state, in base 16.
    static func isConnected(to port: Int, in table: String) -> Bool {
        table.split(separator: "\n").dropFirst().contains { line in
            let words = line.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: true)
            guard words.count > 3, words[3] == "01", let own = words[1].split(separator: ":").last else { return false }
            return Int(own, radix: 16) == port
        }
    }
}
