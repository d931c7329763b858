// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxKit

/// The service's own program, as an operator would start it, with streams to stitch.
final class InsertionProgram: Sendable {
    let port: Int
    var address: String { "http://127.0.0.1:\(port)" }
    private let program: RunningProgram

    /// Comes back once it listens.
    ///
    /// - Parameters:
    ///   - content: where streams may be taken from; nil: what the origin has.
    ///   - port: 0 for a free one.
    init(database: String, origin: AdOrigin, content: String? = nil, port: Int = 0) async throws {
        let settings = [
            "listen": "127.0.0.1:\(port)", "database": database, "ad-origins": content ?? "\(origin.address)/content",
            "ad-server": "\(origin.address)/vast?b=[avail.index]", "ad-networks": "any",
        ]
        program = try RunningProgram("windowbox-service", settings.flatMap { ["--set", "\($0.key)=\($0.value)"] })
        self.port = try await program.port()
    }

    /// Without a chance to tidy up.
    func kill() async { await program.end(SIGKILL) }
}
