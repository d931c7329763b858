// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxHLS
import WindowboxPackager
import WindowboxServiceKit
import WindowboxStitcher
import WindowboxTransport

@testable import WindowboxInsertion

/// A service's ad insertion without an HTTP server.
struct Asking: Sendable {
    let insertion: AdInsertion
    let catalogue: Catalogue

    /// Uses a database that is removed after the test.
    static func with(
        _ origin: AdOrigin, _ change: (inout InsertionSettings) -> Void = { _ in },
        _ body: @Sendable (Asking, InsertionSettings, String) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-insertion-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = folder.appending(path: "x.sqlite").path
        var settings = InsertionSettings()
        settings.origins = ["\(origin.address)/content"]
        settings.adServer = "\(origin.address)/vast?b=[avail.index]"
        settings.networks = .any
        // Only a few tests are about timeouts; in all others nothing times out, however busy the machine.
        (settings.originTimeout, settings.session.adTimeout) = (60, 60)
        change(&settings)
        let catalogue = try await Catalogue(database)
        do {
            try await body(Asking(insertion: AdInsertion(settings, catalogue: catalogue), catalogue: catalogue), settings, database)
        } catch {
            try? await catalogue.close()
            throw error
        }
        try await catalogue.close()
    }

    func get(_ path: String, _ query: [(String, String)] = [], _ method: InsertionRequest.Method = .get) async -> InsertionResponse {
        await insertion.answer(
            InsertionRequest(method, "/stitched/" + path, query: query.map { ($0.0, $0.1) }, base: "http://service.test"))
    }

    /// - Returns: The session's ID.
    func session(_ wish: String) async throws -> String {
        let answer = await insertion.answer(
            InsertionRequest(.post, "/stitched/sessions", body: Array(wish.utf8), base: "http://service.test"))
        let made = try JSONDecoder().decode([String: String].self, from: Data(answer.body))
        guard let id = made["session_id"] else { throw Fault(what: "\(answer.status) \(made)") }
        return id
    }

    func media(_ path: String) async throws -> MediaPlaylist {
        let answer = await get(path)
        guard let playlist = Playlist.parse(answer.body, baseURL: "http://service.test/stitched/\(path)").playlist?.media else {
            throw Fault(what: "\(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
        }
        return playlist
    }

    struct Fault: Error { let what: String }
}

extension InsertionResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
    func field(_ name: String) -> String? { fields.first { $0.name == name }?.value }
}
