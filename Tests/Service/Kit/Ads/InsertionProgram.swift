// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import WindowboxContract
import WindowboxTransport

/// The service's own program, as an operator would start it, with streams to stitch.
public final class InsertionProgram: Sendable {
    private static let path = URL(fileURLWithPath: (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/")
        .deletingLastPathComponent().appending(path: "windowbox-service").path

    public let port: Int
    public var address: String { "http://127.0.0.1:\(port)" }
    private let process: Process
    private let ended: AsyncStream<Void>

    public struct Fault: Error { public let what: String }

    /// Comes back once it listens.
    ///
    /// - Parameters:
    ///   - content: where streams may be taken from; nil: what the origin has.
    ///   - port: 0 for a free one.
    public init(database: String, origin: AdOrigin, content: String? = nil, port: Int = 0) async throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.path)
        let settings = [
            "listen": "127.0.0.1:\(port)", "database": database, "ad-origins": content ?? "\(origin.address)/content",
            "ad-server": "\(origin.address)/vast?b=[avail.index]", "ad-networks": "any", "ad-origin-seconds": "60", "ad-server-seconds": "60",
        ]
        process.arguments = settings.flatMap { ["--set", "\($0.key)=\($0.value)"] }
        let pipe = Pipe()
        process.standardError = pipe
        process.standardOutput = pipe
        let (ended, end) = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in end.finish() }
        let (ports, tell) = AsyncStream<Int>.makeStream()
        try process.run()
        Thread.detachNewThread {
            var rest = Data()
            while true {
                let data = pipe.fileHandleForReading.availableData
                rest.append(data)
                while let line = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    let facts = try? ContractJSON.decode(JSONValue.self, from: Data(rest[rest.startIndex..<line]))
                    if facts?["message"] == "listening", let port = facts?["port"]?.text.flatMap(Int.init) { tell.yield(port) }
                    rest = Data(rest[rest.index(after: line)...])
                }
                if data.isEmpty { break }
            }
            tell.finish()
        }
        guard let port = await ports.first(where: { _ in true }) else { throw Fault(what: "it did not listen") }
        self.process = process
        self.ended = ended
        self.port = port
    }

    deinit { if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) } }

    /// Makes a session for a stream of the origin.
    ///
    /// - Parameter wish: more of it, such as `"reporting": "server"`.
    /// - Returns: the address of its multivariant playlist.
    public func session(_ content: String, _ wish: [String: String] = [:]) async throws -> String {
        let body = try ContractJSON.text(wish.merging(["origin": content]) { $1 })
        let request = TransportRequest(
            url: "\(address)/stitched/sessions", method: .post, headers: ["Content-Type": "application/json"],
            payload: Array(body.utf8))
        let made = try ContractJSON.decode(
            [String: String].self, from: Data(try await RoutingTransport.secure().bytes(of: request)))
        guard let playlist = made["manifest_url"] else { throw Fault(what: "no playlist: \(made)") }
        return playlist
    }

    /// Without a chance to tidy up.
    public func kill() async {
        Glibc.kill(process.processIdentifier, SIGKILL)
        for await _ in ended {}
    }
}
