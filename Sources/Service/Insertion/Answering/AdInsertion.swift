// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxCatalogue
import WindowboxPackager
import WindowboxStitcher

/// Server-side ad insertion: sessions, their playlists, and ad tracking. It isn't tied to HTTP; a server passes it requests.
public struct AdInsertion: Sendable {
    /// The prefix of all its paths.
    public static let prefix = "/stitched/"

    /// The name of a session's multivariant playlist. Guided sessions have another one, by which players
    /// recognise interstitials; both names work for either.
    static let stitchedName = "index.m3u8"
    static let guidedName = "guided.m3u8"

    /// Seconds for which showings of house ads are kept: the longest period of a viewer's cap.
    private static let longestCap = 400.0 * 86_400

    let parts: InsertionDependencies
    let sessions: SessionTable

    /// - Parameters:
    ///   - catalogue: stores sessions, so that they outlive the process.
    ///   - preparer: packages creatives that aren't playlists; nil to leave these out.
    public init(
        _ settings: InsertionSettings, catalogue: Catalogue, preparer: (any FilmPreparer)? = nil,
        clock: @escaping @Sendable () -> Date = { Date() }
    ) {
        let (metrics, journal) = (InsertionMetrics(), AdSessionLog())
        let client = OriginClient(rule: OriginRule(settings.origins), elsewhere: GuardedDocument(rule: settings.networks))
        let house = HouseAdServer(settings, catalogue: catalogue, clock: clock)
        parts = InsertionDependencies(
            settings: settings, origins: OriginCache(client: client, settings: settings, metrics: metrics),
            shelf: CreativeCache(client: client, settings: settings, preparer: preparer),
            decider: AdDecider(client: client, settings: settings, house: house, metrics: metrics), house: house,
            office: BeaconDispatcher(
                client: client, store: catalogue.adBeacons, house: house, metrics: metrics, journal: journal, lease: settings.lease,
                clock: clock),
            store: catalogue.stitchedSessions, houseAds: catalogue.houseAds, metrics: metrics, journal: journal,
            clock: clock)
        sessions = SessionTable(parts: parts)
    }

    public static func serves(_ path: String) -> Bool { path.hasPrefix(prefix) }

    /// In the Prometheus text format.
    public var metrics: String { parts.metrics.text }

    /// Called once a minute: takes over beacons of other processes, and deletes unused data.
    public func tidy() async throws {
        try await parts.office.tidy()
        let oldest = parts.clock().addingTimeInterval(-max(parts.settings.session.lifetime, parts.settings.session.idleTimeout))
        _ = try await parts.store.forget(before: oldest)
        try await parts.houseAds.forget(before: parts.clock().addingTimeInterval(-Self.longestCap))
    }

    public func answer(_ request: InsertionRequest) async -> InsertionAnswer {
        do { return try await route(request) } catch let refused as HTTPError {
            return Self.failure(refused.status, refused.message)
        } catch let fault as RemoteFault { return Self.failure(fault.status, fault.description) } catch let error as CatalogueError {
            return Self.failure(
                error.canRetry ? 503 : 500, error.canRetry ? "The database is busy. Try again." : "Something went wrong here.")
        } catch { return Self.failure(500, "Something went wrong here.") }
    }

    private static func failure(_ status: Int, _ message: String) -> InsertionAnswer {
        let body = (try? JSONEncoder().encode(["message": message])) ?? Data()
        var answer = InsertionAnswer.json(Array(body), status: status)
        if status == 503 || status == 504 { answer.fields.append(("Retry-After", "1")) }
        return answer
    }

    private func route(_ request: InsertionRequest) async throws -> InsertionAnswer {
        let words = request.path.dropFirst(Self.prefix.count).split(separator: "/", omittingEmptySubsequences: false)
        let isRead = request.method == .get || request.method == .head
        switch (words.count, words.first) {
        case (1, "sessions") where request.method == .post: return try await create(request)
        case (1, "empty.vtt") where isRead:
            return InsertionAnswer(200, "text/vtt", Array("WEBVTT\n\n".utf8), caching: .segment)
        case (2, "new") where isRead && words[1] == Self.stitchedName: return try await createImplicitly(request)
        case (1, let id?) where request.method == .delete: return try await delete(String(id))
        case (2, let id?) where isRead: return try await read(String(id), words[1], request)
        case (2, let id?) where request.method == .put && words[1] == "parameters": return try await replace(String(id), request)
        case (3, let id?) where words[1] == "prefetch":
            let name = String(words[2]).removingPercentEncoding ?? ""
            switch request.method {
            case .put: return try await schedule(String(id), name, request)
            case .delete: return try await unschedule(String(id), name)
            default: throw HTTPError.nothing
            }
        case (6, let id?) where isRead && words[1] == "seg":
            return try await segment(String(id), Array(words.dropFirst(2)), request)
        case (5, let id?) where words[1] == "told" && (isRead || request.method == .post):
            return try await told(String(id), words.dropFirst(2).map { String($0).removingPercentEncoding ?? "" })
        default: throw HTTPError.nothing
        }
    }

    private func read(_ id: String, _ name: Substring, _ request: InsertionRequest) async throws -> InsertionAnswer {
        let session = try await sessions.session(id)
        switch name {
        case Self.stitchedName, Self.guidedName: return try await multivariant(session, folder: "")
        case "tracking.json": return await tracking(session)
        case "events.json": return .json(try parts.journal.document(of: id))
        case "prefetch": return try await schedules(session)
        case "assets.json": return try await assets(session, request)
        default:
            guard name.hasSuffix(".m3u8"), let rendition = ContentRendition(name.dropLast(5)) else { throw HTTPError.nothing }
            return try await media(session, rendition, request)
        }
    }
}
