// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxHLS
import WindowboxStitcher

// Sessions are created explicitly, by a request whose response contains their URLs, or implicitly by the first playlist request.
extension AdInsertion {
    private struct Made: Encodable {
        var sessionID: String
        var manifestURL: String
        var trackingURL: String
    }

    private static let mostParameters = 64
    private static let longestParameter = 512

    func create(_ request: InsertionRequest) async throws -> InsertionAnswer {
        let wish = try SessionRequest.read(request.body)
        let session = try await make(wish, request)
        let folder = "\(request.base)\(Self.prefix)\(session.id)"
        let name = await session.record.session.configuration.mode == .guided ? Self.guidedName : Self.stitchedName
        let made = Made(sessionID: session.id, manifestURL: "\(folder)/\(name)", trackingURL: "\(folder)/tracking.json")
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        return .json(Array(try encoder.encode(made)), status: 201)
    }

    /// Creates a session and returns its multivariant playlist.
    func createImplicitly(_ request: InsertionRequest) async throws -> InsertionAnswer {
        // HEAD requests create no session.
        guard request.method == .get else { return .playlist([]) }
        let wish = try SessionRequest(query: request.query)
        return try await multivariant(try await make(wish, request), folder: "../")
    }

    private func make(_ wish: SessionRequest, _ request: InsertionRequest) async throws -> ViewerSession {
        let parameters = wish.parameters ?? [:]
        for each in [parameters, wish.originParameters ?? [:], wish.manifestParameters ?? [:]] { try Self.check(each) }
        let originQuery = DeliveryQuery.text(wish.originParameters ?? [:])
        let origin = DeliveryQuery.adding(originQuery, to: wish.origin)
        // Also checks that the origin is permitted and available.
        guard case .multivariant(let content) = try await parts.origins.playlist(at: origin) else {
            throw HTTPError(status: 400, "The origin is no multivariant playlist. Name the one that lists the variants.")
        }
        guard let first = content.variants.first else { throw HTTPError(status: 502, "The origin's playlist has no variants.") }
        var configuration = parts.settings.session
        configuration.mode = wish.mode ?? configuration.mode
        configuration.reporting = wish.reporting ?? configuration.reporting
        try wish.suppression?.apply(to: &configuration)
        if case .live = try await parts.origins.playlist(at: DeliveryQuery.adding(originQuery, to: first.uri.url)) {
            configuration.isLive = true
        }
        configuration.livePreroll = wish.preroll.flatMap { $0 > 0 && configuration.isLive ? min($0, 600) : nil }
        let session = StitchedSession(
            id: SessionID.make(), configuration: configuration, viewer: request.viewer, parameters: parameters, at: parts.now)
        var record = SessionRecord(session: session, origin: origin, base: request.base)
        record.business = try await parts.house.owner(of: wish, base: request.base)
        record.originQuery = originQuery.isEmpty ? nil : originQuery
        let manifestQuery = DeliveryQuery.text(wish.manifestParameters ?? [:])
        record.manifestQuery = manifestQuery.isEmpty ? nil : manifestQuery
        return try await sessions.make(record)
    }

    static func check(_ parameters: [String: String]) throws {
        guard parameters.count <= mostParameters,
            parameters.allSatisfy({ $0.key.utf8.count <= 64 && $0.value.utf8.count <= longestParameter })
        else { throw HTTPError(status: 400, "There are too many parameters, or one is too long.") }
    }

    func delete(_ id: String) async throws -> InsertionAnswer {
        try await sessions.session(id).handle(.delete)
        parts.journal.note(.init(.sessionDeleted, at: parts.now), of: id)
        return InsertionAnswer(204, caching: .tracking)
    }

    /// Replaces the parameters for future breaks of a live stream.
    func replace(_ id: String, _ request: InsertionRequest) async throws -> InsertionAnswer {
        guard let parameters = try? JSONDecoder().decode([String: String].self, from: Data(request.body)) else {
            throw HTTPError(status: 400, "The body is JSON: names with their values.")
        }
        try Self.check(parameters)
        let session = try await sessions.session(id)
        guard await session.record.session.configuration.isLive else {
            throw HTTPError(status: 400, "Only a live stream's parameters can be replaced: a recording's ads are decided.")
        }
        try await session.handle(.replaceParameters(parameters))
        parts.journal.note(.init(.parametersReplaced, at: parts.now), of: id)
        return InsertionAnswer(204, caching: .tracking)
    }
}
