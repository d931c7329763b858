// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WindowboxAdMarkup
import WindowboxCatalogue
import WindowboxContract
import WindowboxStitcher

/// The built-in ad server for house ads: campaigns from the settings and the catalogue, with showings counted across all processes.
final class HouseAdServer: Sendable {
    private struct CachedCampaigns {
        var campaigns: [(business: String, campaign: HouseCampaign)]
        /// The only business, if there is just one.
        var onlyBusiness: String?
        var until: Date

        func campaigns(of business: String?) -> [HouseCampaign] {
            guard let business = business ?? onlyBusiness else { return [] }
            return campaigns.filter { $0.business == business }.map(\.campaign)
        }
    }

    private let fixed: [HouseCampaign]
    private let catalogue: Catalogue
    private let maxAds: Int
    /// The owner of streams whose owner can't be determined.
    private let business: String?
    private let lifetime: Double
    private let clock: @Sendable () -> Date
    private let known = Mutex<CachedCampaigns?>(nil)
    private static let maxCampaigns = 1000

    init(_ settings: InsertionSettings, catalogue: Catalogue, clock: @escaping @Sendable () -> Date) {
        fixed = settings.campaigns
        maxAds = settings.houseAds
        business = settings.business
        lifetime = settings.campaignsLifetime
        self.catalogue = catalogue
        self.clock = clock
    }

    /// - Returns: nil if no campaign matches.
    func document(for request: StitchedSession.Request, _ session: SessionFacts) async -> VASTDocument? {
        let viewer = session.keyValues["viewer"] ?? session.id
        var houseRequest = HouseRequest(
            keyValues: session.keyValues.mapValues { Set($0.split(separator: ",").map(String.init)) }, duration: request.duration,
            maximumAds: maxAds, viewer: viewer)
        houseRequest.randomSeed = request.variables["avail.random"].flatMap { UInt64($0) } ?? 0
        let targeted = (fixed + (await stored()?.campaigns(of: session.business) ?? [])).filter {
            HouseAds.isTargeted($0, for: houseRequest, at: session.now)
        }
        let counts = await counts(of: targeted, viewer: viewer, at: session.now)
        let choices = HouseAds(campaigns: targeted).choose(houseRequest, at: session.now) { campaign, cap, viewer in
            // Campaigns whose showings can't be counted are not shown.
            counts[Self.question(campaign, cap, viewer, session.now)] ?? .max
        }
        guard !choices.isEmpty else { return nil }
        let vast = HouseAds.vast(choices) { campaign, creative, event in
            HouseAdServer.address(base: session.base, session: session.id, campaign: campaign, creative: creative, event: event)
        }
        return try? VASTDocument.read(Array(vast.utf8), mode: .lenient)
    }

    /// Records a showing.
    func count(_ campaign: String, viewer: String) async {
        // If this fails, an ad may be shown once too often.
        try? await catalogue.houseAds.record(campaign, viewer: viewer, at: clock())
    }

    /// Whether a campaign has such a creative.
    func knows(_ campaign: String, _ creative: String) async -> Bool {
        let stored = await stored()?.campaigns.map(\.campaign) ?? []
        return (fixed + stored).contains { $0.id == campaign && $0.creatives.contains { $0.id == creative } }
    }

    private func counts(of campaigns: [HouseCampaign], viewer: String, at now: Double) async -> [HouseAdQuery: Int] {
        var questions: Set<HouseAdQuery> = []
        for campaign in campaigns {
            for cap in campaign.totalCaps { questions.insert(Self.question(campaign, cap, nil, now)) }
            for cap in campaign.viewerCaps { questions.insert(Self.question(campaign, cap, viewer, now)) }
        }
        let batch = Array(questions)
        guard !batch.isEmpty, let counts = try? await catalogue.houseAds.counts(batch) else { return [:] }
        return Dictionary(zip(batch, counts)) { first, _ in first }
    }

    private static func question(_ campaign: HouseCampaign, _ cap: HouseCampaign.Cap, _ viewer: String?, _ now: Double) -> HouseAdQuery {
        HouseAdQuery(campaign: campaign.id, viewer: viewer, since: cap.period.map { Date(timeIntervalSince1970: now - $0) })
    }

    /// The owner of a stream: its app's business if it names an app, else the owner of the media, else the configured business.
    /// - Throws: ``InsertionError`` for an unknown app.
    func owner(of request: SessionRequest, base: String) async throws -> String? {
        if let app = request.app {
            guard let found = try await catalogue.resources.find(ClientApp.self, id: app) else {
                throw InsertionError(.invalid, "There is no app with this app_id.")
            }
            if let business = found.businessID { return business }
        }
        let media = "\(base)/media/"
        if request.origin.hasPrefix(media) {
            var components = request.origin.dropFirst(media.count).prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
            // In signed paths, the key follows the signature.
            if components.first == "signed" { components.removeFirst(min(2, components.count)) }
            let owners = Set(try await catalogue.media.holders(of: components.joined(separator: "/")).compactMap(\.businessID))
            if owners.count == 1 { return owners.first }
        }
        return business
    }

    /// The catalogue's campaigns, at most a few seconds old; nil if they could never be read.
    private func stored() async -> CachedCampaigns? {
        let now = clock()
        let known = known.withLock { $0 }
        if let known, known.until > now { return known }
        guard
            let found = try? await catalogue.resources.list(
                AdCampaign.self, parents: nil, before: nil, since: nil, limit: Self.maxCampaigns),
            let businesses = try? await catalogue.resources.businesses(limit: 2)
        else { return known }
        let new = CachedCampaigns(
            campaigns: found.map { ($0.businessID, HouseCampaign($0)) }, onlyBusiness: businesses.count == 1 ? businesses.first : nil,
            until: now.addingTimeInterval(lifetime))
        self.known.withLock { $0 = new }
        return new
    }

    private static func address(base: String, session: String, campaign: String, creative: String, event: String) -> String {
        let parts = [session, "beacons", campaign, creative, event].map(AdMacroValue.escape)
        return "\(base)\(AdInsertion.prefix)\(parts.joined(separator: "/"))" + (event == "error" ? "?code=[ERRORCODE]" : "")
    }

    /// The house-ad event that a URL reports for a session; nil for URLs of other servers.
    static func event(at url: String, base: String, session: String) -> (campaign: String, name: String)? {
        let beginning = "\(base)\(AdInsertion.prefix)\(session)/beacons/"
        guard url.hasPrefix(beginning) else { return nil }
        let components = url.dropFirst(beginning.count).prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
        guard components.count == 3, let campaign = String(components[0]).removingPercentEncoding else { return nil }
        return (campaign, String(components[2]))
    }
}

extension HouseCampaign {
    /// From the catalogue's record.
    init(_ campaign: AdCampaign) {
        let isPlaylist = campaign.videoURL.prefix { $0 != "?" && $0 != "#" }.hasSuffix(".m3u8")
        // The id depends on the URL, so that a replaced creative isn't mistaken for the previous one.
        let mark = campaign.videoURL.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        var creative = Creative(
            id: "\(campaign.id)-\(String(mark, radix: 36))", title: campaign.name, duration: campaign.duration, url: campaign.videoURL,
            type: isPlaylist ? "application/vnd.apple.mpegurl" : "video/mp4")
        creative.clickThrough = campaign.clickThrough
        creative.skipOffset = campaign.skipAfter
        self.init(id: campaign.id, creatives: [creative])
        starts = campaign.startsAt?.timeIntervalSince1970
        ends = campaign.endsAt?.timeIntervalSince1970
        (isPaused, priority, weight) = (campaign.isPaused, campaign.priority, campaign.weight)
        viewerCaps = campaign.viewerCap.map { [Cap(count: $0, period: campaign.viewerCapHours.map { Double($0) * 3600 })] } ?? []
        totalCaps = campaign.totalCap.map { [Cap(count: $0)] } ?? []
        for pair in campaign.keyValues {
            let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
            if parts.count == 2 { targeting[parts[0], default: []].append(parts[1]) }
        }
    }
}
