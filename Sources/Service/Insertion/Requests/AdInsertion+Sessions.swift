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

    private static let maxParameters = 64
    private static let longestParameter = 512

    /// Creates a session.
    /// - Parameter body: a ``SessionRequest`` as JSON.
    /// - Returns: its id and URLs.
    package func create(_ body: [UInt8], from location: SessionOrigin) async throws(InsertionError) -> InsertionDocument {
        try await reporting {
            let session = try await make(try SessionRequest.read(body), location)
            let folder = "\(location.base)\(Self.prefix)\(session.id)"
            let name = await session.record.session.configuration.mode == .guided ? Self.guidedName : Self.stitchedName
            let made = Made(sessionID: session.id, manifestURL: "\(folder)/\(name)", trackingURL: "\(folder)/tracking.json")
            let encoder = JSONEncoder()
            encoder.keyEncodingStrategy = .convertToSnakeCase
            encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
            return .json(Array(try encoder.encode(made)))
        }
    }

    /// Creates a session and returns its multivariant playlist.
    package func createImplicitly(_ query: InsertionQuery, from location: SessionOrigin) async throws(InsertionError) -> InsertionDocument {
        try await reporting { try await multivariant(make(try SessionRequest(query: query), location), folder: "../") }
    }

    private func make(_ sessionRequest: SessionRequest, _ location: SessionOrigin) async throws -> ViewerSession {
        let parameters = sessionRequest.parameters ?? [:]
        for each in [parameters, sessionRequest.originParameters ?? [:], sessionRequest.manifestParameters ?? [:]] { try Self.check(each) }
        let originQuery = DeliveryQuery.text(sessionRequest.originParameters ?? [:])
        let origin = DeliveryQuery.adding(originQuery, to: sessionRequest.origin)
        // Also checks that the origin is permitted and available.
        guard case .multivariant(let content) = try await parts.origins.playlist(at: origin) else {
            throw InsertionError(
                .invalid, "The origin is not a multivariant playlist. Use the address of the playlist that lists the variants.")
        }
        guard let first = content.variants.first else { throw InsertionError(.badOrigin, "The origin's playlist has no variants.") }
        var configuration = parts.settings.session
        configuration.mode = sessionRequest.mode ?? configuration.mode
        configuration.reporting = sessionRequest.reporting ?? configuration.reporting
        try sessionRequest.suppression?.apply(to: &configuration)
        if case .live = try await parts.origins.playlist(at: DeliveryQuery.adding(originQuery, to: first.uri.url)) {
            configuration.isLive = true
        }
        configuration.livePreroll = sessionRequest.preroll.flatMap { $0 > 0 && configuration.isLive ? min($0, 600) : nil }
        let session = StitchedSession(
            id: SessionID.make(), configuration: configuration, viewer: location.viewer, parameters: parameters, at: parts.now)
        var record = SessionRecord(session: session, origin: origin, base: location.base)
        record.business = try await parts.house.owner(of: sessionRequest, base: location.base)
        record.originQuery = originQuery.isEmpty ? nil : originQuery
        let manifestQuery = DeliveryQuery.text(sessionRequest.manifestParameters ?? [:])
        record.manifestQuery = manifestQuery.isEmpty ? nil : manifestQuery
        return try await sessions.make(record)
    }

    static func check(_ parameters: [String: String]) throws {
        guard parameters.count <= maxParameters,
            parameters.allSatisfy({ $0.key.utf8.count <= 64 && $0.value.utf8.count <= longestParameter })
        else { throw InsertionError(.invalid, "There are too many parameters, or one is too long.") }
    }

    package func delete(_ id: String) async throws(InsertionError) {
        try await reporting {
            try await sessions.session(id).handle(.delete)
            parts.journal.note(.init(.sessionDeleted, at: parts.now), of: id)
        }
    }

    /// Replaces the parameters for future breaks of a live stream.
    /// - Parameter body: a JSON object of names and values.
    package func replaceParameters(_ id: String, _ body: [UInt8]) async throws(InsertionError) {
        try await reporting {
            guard let parameters = try? JSONDecoder().decode([String: String].self, from: Data(body)) else {
                throw InsertionError(.invalid, "The body must be a JSON object of names and values.")
            }
            try Self.check(parameters)
            let session = try await sessions.session(id)
            guard await session.record.session.configuration.isLive else {
                throw InsertionError(
                    .invalid, "Only a live stream's parameters can be replaced: the ads of a recording are already chosen.")
            }
            try await session.handle(.replaceParameters(parameters))
            parts.journal.note(.init(.parametersReplaced, at: parts.now), of: id)
        }
    }
}
