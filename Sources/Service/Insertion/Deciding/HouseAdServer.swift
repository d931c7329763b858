// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxAdMarkup
import WindowboxStitcher

/// An ad server inside of the service, for ads of its own.
final class HouseAdServer: Sendable {
    private let ads: Mutex<HouseAds>
    private let mostAds: Int

    init(_ settings: InsertionSettings) {
        ads = Mutex(HouseAds(campaigns: settings.campaigns))
        mostAds = settings.houseAds
    }

    /// - Returns: nil when none of the campaigns wants the place.
    func document(for request: StitchedSession.Request, _ session: SessionFacts) -> VASTDocument? {
        var wanted = HouseRequest(
            keyValues: session.keyValues.mapValues { Set($0.split(separator: ",").map(String.init)) }, duration: request.duration,
            maximumAds: mostAds, viewer: session.keyValues["viewer"] ?? session.id)
        wanted.chance = request.variables["avail.random"].flatMap { UInt64($0) } ?? 0
        let choices = ads.withLock { $0.choose(wanted, at: session.now) }
        guard !choices.isEmpty else { return nil }
        let vast = HouseAds.vast(choices) { campaign, film, event in
            HouseAdServer.address(base: session.base, session: session.id, campaign: campaign, film: film, event: event)
        }
        return try? VASTDocument.read(Array(vast.utf8), mode: .lenient)
    }

    /// An ad was seen.
    func count(_ campaign: String, viewer: String, at now: Double) { ads.withLock { $0.count(campaign, viewer: viewer, at: now) } }

    /// Whether there is such a film in such a campaign.
    func knows(_ campaign: String, _ film: String) -> Bool {
        ads.withLock { ads in ads.campaigns.contains { $0.id == campaign && $0.films.contains { $0.id == film } } }
    }

    private static func address(base: String, session: String, campaign: String, film: String, event: String) -> String {
        let parts = [session, "told", campaign, film, event].map(AdMacroValue.escape)
        return "\(base)\(AdInsertion.prefix)\(parts.joined(separator: "/"))" + (event == "error" ? "?code=[ERRORCODE]" : "")
    }
}
