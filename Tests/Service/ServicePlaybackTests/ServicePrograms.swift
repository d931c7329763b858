// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract
import WindowboxKit

/// The service's programs, as an operator starts them, with their own database and media.
struct ServicePrograms: Sendable {
    let folder: URL
    var database: String { folder.appending(path: "x.sqlite").path }
    var media: String { folder.appending(path: "media").path }

    static func with(_ body: @Sendable (ServicePrograms) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-programs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(ServicePrograms(folder: folder))
    }

    struct Fault: Error { let what: String }

    /// Runs `windowbox ingest` with a file.
    /// - Returns: The ID of the video.
    func ingest(_ file: String, channel: String) async throws -> String {
        let arguments = [
            "--catalogue", database, "--storage", media, "--public-address", "/media", "--channel", channel, "--sizes", "180,360",
            "--preset", "ultrafast", "--json", file,
        ]
        let said = try await RunningProgram.run("windowbox-ingest", arguments).lines.last ?? ""
        guard let id = try? ContractJSON.decode(JSONValue.self, from: said)["video_id"]?.text else { throw Fault(what: said) }
        return id
    }

    /// Serves while a closure runs.
    /// - Parameter body: Receives the service's URL.
    func serve(_ body: @Sendable (String) async throws -> Void) async throws {
        let settings = [
            "listen=127.0.0.1:0", "database=\(database)", "media=\(media)", "live-ports=0", "playback-seconds=600", "log-level=notice",
        ]
        try await RunningProgram.with("windowbox-service", settings.flatMap { ["--set", $0] }) { program in
            try await body("http://127.0.0.1:\(try await program.port())")
        }
    }
}
