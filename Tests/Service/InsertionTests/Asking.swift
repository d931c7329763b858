// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import NIOCore
import WindowboxCatalogue
import WindowboxContract
import WindowboxHLS
import WindowboxMedia
import WindowboxPackager
import WindowboxServiceKit
import WindowboxStitcher
import WindowboxTransport

@testable import WindowboxInsertion
@testable import WindowboxServer

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

    func get(_ path: String, _ query: [(String, String)] = [], _ method: Method = .get) async -> Reply {
        let text = query.map { "\(PercentEncoding.encoded($0.0))=\(PercentEncoding.encoded($0.1))" }.joined(separator: "&")
        let parts = path.split(separator: "?", maxSplits: 1)
        return await send(method, String(parts.first ?? ""), parts.count > 1 ? String(parts[1]) : text)
    }

    enum Method: String { case get, head, post, put, delete }

    func send(_ method: Method, _ path: String, _ query: String = "", body: String = "") async -> Reply {
        let routes = RouteTree(StitchedRoutes(insertion: insertion, publicURL: "http://service.test").endpoints)
        let path = "/stitched/" + path
        let known = method == .head ? .get : APIRoute.Method(rawValue: method.rawValue)
        guard case .endpoint(let endpoint, let values) = routes.match(known, path) else { return Reply(Response(status: 404)) }
        let call = RequestContext(
            id: "test", now: Date(), method: method == .head ? .head : .init(rawValue: method.rawValue.uppercased()) ?? .get,
            target: RequestTarget(path: path, query: query), path: values,
            query: QueryValues(encoded: query) ?? .malformed, fields: HTTPFields(), host: nil, origin: RequestOrigin(),
            body: Data(body.utf8), stream: .empty, contract: nil)
        do { return Reply(try await endpoint.respond(call)) } catch { return Reply(Response(error, requestID: "test")) }
    }

    /// - Returns: The session's ID.
    func session(_ wish: String) async throws -> String {
        let answer = await send(.post, "sessions", body: wish)
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

/// What a player gets.
struct Reply: Sendable {
    let status: Int
    let fields: HTTPFields
    let body: [UInt8]

    init(_ response: Response) {
        (status, fields) = (response.status, response.fields)
        body =
            switch response.content {
            case .parts(let parts): Array(parts.map(\.bytes).joined())
            case .bytes(let bytes): Array(bytes.readableBytesView)
            case .nothing, .file, .stream, .socket: []
            }
    }

    var text: String { String(decoding: body, as: UTF8.self) }
    var mediaType: String? { field("Content-Type") }
    func field(_ name: String) -> String? { HTTPField.Name(name).flatMap { fields[$0] } }
}
