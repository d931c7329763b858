// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxCatalogue
import WindowboxPackager
import WindowboxStitcher

/// Server-side ad insertion: sessions, their playlists, and ad tracking. It knows nothing of HTTP: a server has a route for each of its
/// operations, all of which throw ``InsertionError``.
public struct AdInsertion: Sendable {
    /// The prefix of the paths in its playlists and documents.
    package static let prefix = "/stitched/"

    /// The name of a session's multivariant playlist. Guided sessions have another one, by which players
    /// recognise interstitials; both names work for either.
    package static let stitchedName = "index.m3u8"
    package static let guidedName = "guided.m3u8"

    /// Seconds for which showings of house ads are kept: the longest period of a viewer's cap.
    private static let longestCap = 400.0 * 86_400

    let parts: InsertionDependencies
    let sessions: SessionTable

    /// - Parameters:
    ///   - catalogue: stores sessions, so that they outlive the process.
    ///   - preparer: packages creatives that aren't playlists; nil to leave these out.
    public init(
        _ settings: InsertionSettings, catalogue: Catalogue, preparer: (any CreativePreparing)? = nil,
        clock: @escaping @Sendable () -> Date = { Date() }
    ) {
        let (metrics, journal) = (InsertionMetrics(), AdSessionLog())
        let client = OriginClient(rule: OriginRule(settings.origins), elsewhere: EgressFetcher(rule: settings.networks))
        let house = HouseAdServer(settings, catalogue: catalogue, clock: clock)
        parts = InsertionDependencies(
            settings: settings, origins: OriginCache(client: client, settings: settings, metrics: metrics),
            creativeCache: CreativeCache(client: client, settings: settings, preparer: preparer),
            decider: AdDecider(client: client, settings: settings, house: house, metrics: metrics), house: house,
            beaconDispatcher: BeaconDispatcher(
                client: client, store: catalogue.adBeacons, house: house, metrics: metrics, journal: journal, lease: settings.lease,
                clock: clock),
            store: catalogue.stitchedSessions, houseAds: catalogue.houseAds, metrics: metrics, journal: journal,
            clock: clock)
        sessions = SessionTable(parts: parts)
    }

    /// In the Prometheus text format.
    public var metrics: String { parts.metrics.text }

    /// Called once a minute: takes over beacons of other processes, and deletes unused data.
    ///
    /// - Throws: the first failure, after everything was tried.
    public func tidy() async throws {
        let now = parts.clock()
        let oldest = now.addingTimeInterval(-max(parts.settings.session.lifetime, parts.settings.session.idleTimeout))
        var failure: (any Error)?
        do { try await parts.beaconDispatcher.tidy() } catch { failure = error }
        do { _ = try await parts.store.forget(before: oldest) } catch { failure = failure ?? error }
        do { try await parts.houseAds.forget(before: now.addingTimeInterval(-Self.longestCap)) } catch { failure = failure ?? error }
        if let failure { throw failure }
    }

    /// Converts the errors of an operation.
    func reporting<Result>(_ operation: () async throws -> Result) async throws(InsertionError) -> Result {
        do { return try await operation() } catch { throw InsertionError(reporting: error) }
    }
}
