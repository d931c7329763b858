// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract
import WindowboxKit
import WindowboxTransport

/// The service's own program, started as an operator would, with streams to stitch.
public final class InsertionProgram: Sendable {
    public let port: Int
    public var address: String { "http://127.0.0.1:\(port)" }
    private let program: RunningProgram
    private let database: String
    private let origin: AdOrigin
    private let content: String?

    public struct Fault: Error { public let what: String }

    /// Returns when it listens.
    ///
    /// - Parameters:
    ///   - content: The address prefix of permitted streams; nil permits the origin's content.
    ///   - port: 0 for a free one.
    public init(database: String, origin: AdOrigin, content: String? = nil, port: Int = 0) async throws {
        (self.database, self.origin, self.content) = (database, origin, content)
        let settings = [
            "listen": "127.0.0.1:\(port)", "database": database, "ad-origins": content ?? "\(origin.address)/content",
            "ad-server": "\(origin.address)/vast?b=[avail.index]", "ad-networks": "any", "ad-origin-seconds": "60",
            "ad-server-seconds": "60",
        ]
        program = try RunningProgram("windowbox-service", settings.flatMap { ["--set", "\($0.key)=\($0.value)"] })
        self.port = try await program.port()
    }

    /// Creates a session for a stream of the origin.
    ///
    /// - Parameter wish: Additional request fields, such as `"reporting": "server"`.
    /// - Returns: The URL of its multivariant playlist.
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

    /// Kills the process that holds the sessions, and starts another one in its place.
    public func replaced() async throws -> InsertionProgram {
        await kill()
        return try await InsertionProgram(database: database, origin: origin, content: content, port: port)
    }

    /// Kills it without cleanup.
    public func kill() async { await program.end(SIGKILL) }
}
