// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxStitcher

extension AdInsertion {
    /// A session's multivariant playlist.
    package func multivariant(_ id: String) async throws(InsertionError) -> InsertionDocument {
        try await reporting { try await multivariant(sessions.session(id), folder: "") }
    }

    /// A session's media playlist.
    /// - Parameters:
    ///   - file: its name in the multivariant playlist.
    ///   - query: of live playlists (RFC 8216bis 6.2.5).
    package func media(_ id: String, _ file: String, _ query: InsertionQuery) async throws(InsertionError) -> InsertionDocument {
        try await reporting {
            let session = try await sessions.session(id)
            guard file.hasSuffix(".m3u8"), let rendition = ContentRendition(file.dropLast(5)) else { throw InsertionError.nothing }
            return try await media(session, rendition, query)
        }
    }

    func multivariant(_ session: ViewerSession, folder: String) async throws -> InsertionDocument {
        let record = await session.record
        if let refusal = record.session.refusal(at: parts.now) {
            throw InsertionError(refusal)
        }
        guard case .multivariant(let content) = try await parts.origins.playlist(at: record.origin) else {
            throw InsertionError(.badOrigin, "The origin's playlist is no longer a multivariant playlist.")
        }
        var playlist = content
        if record.session.configuration.mode == .stitched {
            playlist = playlist.covering(parts.creativeCache.variants, by: parts.settings.match)
        }
        let location = folder.isEmpty ? "" : "\(folder)\(session.id)/"
        return .playlist(playlist.renamed { location + record.named($0) }.write())
    }

    private func media(_ session: ViewerSession, _ rendition: ContentRendition, _ query: InsertionQuery) async throws -> InsertionDocument {
        let record = await session.record
        if let refusal = record.session.refusal(at: parts.now) {
            throw InsertionError(refusal)
        }
        guard case .multivariant(let content) = try await parts.origins.playlist(at: record.origin),
            let address = rendition.address(in: content).map(record.address)
        else { throw InsertionError.nothing }
        parts.metrics.count(.playlists)
        switch try await parts.origins.playlist(at: address) {
        case .multivariant: throw InsertionError(.badOrigin, "The origin sent a multivariant playlist instead of a media playlist.")
        case .recorded(let prepared, let breaks, let diagnostics):
            await session.note(diagnostics, in: "\(rendition.name).m3u8")
            if record.session.configuration.mode == .guided {
                return .playlist(await session.guided(prepared.playlist, breaks).write())
            }
            return .playlist(try await session.recorded(prepared, breaks, rendition))
        case .live(let playlist, let diagnostics):
            await session.note(diagnostics, in: "\(rendition.name).m3u8")
            return try await live(session, record, content, playlist, address, rendition, query)
        }
    }

    private func live(
        _ session: ViewerSession, _ record: SessionRecord, _ content: MultivariantPlaylist, _ first: MediaPlaylist, _ address: String,
        _ rendition: ContentRendition, _ query: InsertionQuery
    ) async throws -> InsertionDocument {
        guard let directives = DeliveryDirectives(query) else {
            throw InsertionError(.invalid, "_HLS_msn and _HLS_part must be whole numbers.")
        }
        let isGuided = record.session.configuration.mode == .guided
        var origin = first
        // Each round waits for a change of the origin; a reader may ask for at most two segments ahead.
        for _ in 0..<16 {
            var stitched = isGuided ? await session.guided(origin, nil) : try await session.live(origin, rendition)
            switch BlockingReload.decide(directives, stitched: stitched, origin: origin) {
            case .refuse: throw InsertionError(.invalid, "That is too far ahead, or a part without its segment.")
            case .wait(let next, let timeout) where origin.serverControl.canBlockReload:
                guard case .live(let later, _) = try await parts.origins.playlist(at: next.added(to: address), extraTimeout: timeout) else {
                    return .playlist(stitched.write())
                }
                origin = later
            // If the origin doesn't support blocking reload, return the current state.
            case .answer, .wait:
                stitched.renditionReports = await reports(of: origin, in: content, session, record)
                return .playlist(DeltaUpdate.of(stitched, skip: directives.skip).write())
            }
        }
        throw InsertionError(.unavailable, "The origin's playlist doesn't advance.")
    }

    /// The origin's rendition reports, converted for this session's playlists.
    private func reports(
        of origin: MediaPlaylist, in content: MultivariantPlaylist, _ session: ViewerSession, _ record: SessionRecord
    ) async -> [RenditionReport] {
        var reports: [RenditionReport] = []
        for report in origin.renditionReports {
            guard let rendition = ContentRendition(at: report.uri.url, in: content) else { continue }
            let uri = URIReference(record.named("\(rendition.name).m3u8"))
            if record.session.configuration.mode == .guided {
                reports.append(RenditionReport(uri: uri, lastSequence: report.lastSequence, lastPart: report.lastPart))
            } else if case .live(let sibling, _)? = try? await parts.origins.playlist(at: record.address(report.uri.url)) {
                reports.append(await session.report(of: sibling, rendition, uri))
            }
        }
        return reports
    }
}

extension DeliveryDirectives {
    /// Nil if one of them isn't a number.
    fileprivate init?(_ query: InsertionQuery) {
        self.init()
        if let text = query["_HLS_msn"] {
            guard let number = UInt64(text) else { return nil }
            mediaSequence = number
        }
        if let text = query["_HLS_part"] {
            guard let number = Int(text), number >= 0 else { return nil }
            part = number
        }
        switch query["_HLS_skip"] {
        case "YES": skip = .segments
        case "v2": skip = .segmentsAndDateRanges
        default: break
        }
    }
}
