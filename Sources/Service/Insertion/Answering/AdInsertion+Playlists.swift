// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxStitcher

extension AdInsertion {
    func multivariant(_ session: ViewerSession, folder: String) async throws -> InsertionAnswer {
        let record = await session.record
        if let refusal = record.session.refusal(at: parts.now) { throw HTTPError(status: refusal.status, "The session is over.") }
        guard case .multivariant(let content) = try await parts.origins.playlist(at: record.origin) else {
            throw HTTPError(status: 502, "The origin has become another playlist.")
        }
        var playlist = content
        if record.session.configuration.mode == .stitched { playlist = playlist.covering(parts.shelf.variants, by: parts.settings.match) }
        let place = folder.isEmpty ? "" : "\(folder)\(session.id)/"
        return .playlist(playlist.renamed { place + record.named($0) }.write())
    }

    func media(_ session: ViewerSession, _ rendition: ContentRendition, _ request: InsertionRequest) async throws -> InsertionAnswer {
        let record = await session.record
        if let refusal = record.session.refusal(at: parts.now) { throw HTTPError(status: refusal.status, "The session is over.") }
        guard case .multivariant(let content) = try await parts.origins.playlist(at: record.origin),
            let address = rendition.address(in: content).map(record.address)
        else { throw HTTPError.nothing }
        parts.metrics.count(.playlists)
        switch try await parts.origins.playlist(at: address) {
        case .multivariant: throw HTTPError(status: 502, "The origin has a multivariant playlist where a media playlist should be.")
        case .recorded(let prepared, let breaks):
            if record.session.configuration.mode == .guided {
                return .playlist(await session.guided(prepared.playlist, breaks).write())
            }
            return .playlist(try await session.recorded(prepared, breaks, rendition))
        case .live(let playlist): return try await live(session, record, content, playlist, address, rendition, request)
        }
    }

    private func live(
        _ session: ViewerSession, _ record: SessionRecord, _ content: MultivariantPlaylist, _ first: MediaPlaylist, _ address: String,
        _ rendition: ContentRendition, _ request: InsertionRequest
    ) async throws -> InsertionAnswer {
        guard let directives = DeliveryDirectives(request) else {
            throw HTTPError(status: 400, "_HLS_msn and _HLS_part are whole numbers.")
        }
        let isGuided = record.session.configuration.mode == .guided
        var origin = first
        // Each round waits for a change of the origin; a reader may ask for at most two segments ahead.
        for _ in 0..<16 {
            var stitched = isGuided ? await session.guided(origin, nil) : try await session.live(origin, rendition)
            switch BlockingReload.decide(directives, stitched: stitched, origin: origin) {
            case .refuse: throw HTTPError(status: 400, "That is too far ahead, or a part without its segment.")
            case .wait(let next, let timeout) where origin.serverControl.canBlockReload:
                guard case .live(let later) = try await parts.origins.playlist(at: next.added(to: address), patience: timeout) else {
                    return .playlist(stitched.write())
                }
                origin = later
            // If the origin doesn't support blocking reload, return the current state.
            case .answer, .wait:
                stitched.renditionReports = await reports(of: origin, in: content, session, record)
                return .playlist(DeltaUpdate.of(stitched, skip: directives.skip).write())
            }
        }
        throw HTTPError(status: 503, "The origin gives nothing new.")
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
            } else if case .live(let sibling)? = try? await parts.origins.playlist(at: record.address(report.uri.url)) {
                reports.append(await session.report(of: sibling, rendition, uri))
            }
        }
        return reports
    }
}

extension DeliveryDirectives {
    /// Nil if one of them isn't a number.
    fileprivate init?(_ request: InsertionRequest) {
        self.init()
        if let text = request["_HLS_msn"] {
            guard let number = UInt64(text) else { return nil }
            mediaSequence = number
        }
        if let text = request["_HLS_part"] {
            guard let number = Int(text), number >= 0 else { return nil }
            part = number
        }
        switch request["_HLS_skip"] {
        case "YES": skip = .segments
        case "v2": skip = .segmentsAndDateRanges
        default: break
        }
    }
}
