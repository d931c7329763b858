// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract
import WindowboxInsertion
import WindowboxPackager
import WindowboxStitcher

extension ConfigurationKey {
    /// Settings for ad insertion.
    static let ads: [ConfigurationKey] = [
        ConfigurationKey(
            name: "ad-origins", summary: "Where streams may be taken from that ads are put into (/stitched/).",
            form: "beginnings of http or https addresses separated by commas, such as https://cdn.example/vod/", standard: "none"
        ) { configuration, value in
            let origins = value.split(separator: ",").map { $0.filter { $0 != " " } }
            configuration.settings.insertion.origins = origins
            return !origins.isEmpty && origins.allSatisfy { $0.hasPrefix("http://") || $0.hasPrefix("https://") }
        },
        server(
            "ad-server", "Who is asked for ads: an address that answers with VAST or VMAP, with variables in brackets.", "the house ads"
        ) { $0.adServer = $1 },
        server(
            "ad-preroll-server", "Who is asked for the ads before a live stream, for sessions that want some.",
            "who is asked for the others"
        ) { $0.prerollServer = $1 },
        ConfigurationKey(
            name: "house-ads", summary: "A file with campaigns of house ads, as JSON.", form: "the path of a file of campaigns",
            standard: "none"
        ) { configuration, value in
            guard let data = FileManager.default.contents(atPath: value), let document = try? HouseAdsDocument.read(data) else {
                return false
            }
            configuration.settings.insertion.campaigns = document.campaigns
            return true
        },
        ConfigurationKey(
            name: "ad-business",
            summary:
                "Whose campaigns are shown in streams of which nobody can tell whose they are: none of this service's media, and no app "
                + "is named.",
            form: "the id of a business", standard: "that of the only business there is"
        ) { configuration, value in
            configuration.settings.insertion.business = value
            return OpaqueID.isWellFormed(value)
        },
        ConfigurationKey(
            name: "ad-networks", summary: "Where ad servers, films of ads and those who count them may be.",
            form: "public, or any: also in networks that only this machine reaches", standard: "public"
        ) { configuration, value in
            configuration.settings.insertion.networks = value == "any" ? .any : .publicOnly
            return value == "any" || value == "public"
        },
        number("ad-origin-seconds", "Seconds that an origin may take for one playlist.", 1...60, "2") {
            $0.settings.insertion.originTimeout = Double($1)
        },
        number("ad-server-seconds", "Seconds that who is asked for ads may take, before content plays on.", 1...60, "3") {
            $0.settings.insertion.session.adTimeout = Double($1)
        },
        film("ad-slate", "What is shown in a live break where there is no ad; else the content itself.") { $0.slate = $1 },
        film("ad-start-bumper", "Shown before the ads of a break: ten seconds at most, counted in its length.") { $0.startBumper = $1 },
        film("ad-end-bumper", "Shown behind the ads of a break: ten seconds at most, counted in its length.") { $0.endBumper = $1 },
        ConfigurationKey(
            name: "ad-suppression", summary: "Which breaks of a live stream a new session leaves as they are.",
            form: "off, behind:SECONDS for those that begin so far behind the edge, or after:SECONDS for those before that time ahead",
            standard: "off"
        ) { configuration, value in
            let parts = value.split(separator: ":", omittingEmptySubsequences: false)
            let seconds = parts.count == 2 ? Double(parts[1]).flatMap { (0...86_400).contains($0) ? $0 : nil } : nil
            switch (parts.first, seconds) {
            case ("off", nil) where parts.count == 1: configuration.settings.insertion.session.suppression = .off
            case ("behind", let seconds?): configuration.settings.insertion.session.suppression = .behindLiveEdge(seconds)
            case ("after", let seconds?): configuration.settings.insertion.session.suppression = .afterLiveEdge(seconds)
            default: return false
            }
            return true
        },
        delivery("ad-content-delivery", "Where players fetch the content's segments and keys, in the place of where the service does.") {
            $0.contentDelivery = $1
        },
        delivery("ad-film-delivery", "Where players fetch the films of ads, in the place of where the service does.") {
            $0.adDelivery = $1
        },
    ]

    private static func server(
        _ name: String, _ summary: String, _ standard: String, _ set: @escaping @Sendable (inout InsertionSettings, String) -> Void
    ) -> ConfigurationKey {
        ConfigurationKey(
            name: name, summary: summary,
            form: "an http or https address, such as https://ads.example/?d=[session.avail_duration_secs]", standard: standard
        ) { configuration, value in
            set(&configuration.settings.insertion, value)
            return value.hasPrefix("http://") || value.hasPrefix("https://")
        }
    }

    private static func film(
        _ name: String, _ summary: String, _ set: @escaping @Sendable (inout FillPolicy, FillPolicy.Film) -> Void
    ) -> ConfigurationKey {
        ConfigurationKey(
            name: name, summary: summary, form: "the http or https address of an HLS multivariant playlist (.m3u8)", standard: "none"
        ) { configuration, value in
            // The actual duration is known once it is loaded.
            set(&configuration.settings.insertion.session.fill, .init(creativeKey: value, duration: FillPolicy.longestBumper))
            return (value.hasPrefix("http://") || value.hasPrefix("https://")) && value.hasSuffix(".m3u8")
        }
    }

    private static func delivery(
        _ name: String, _ summary: String, _ set: @escaping @Sendable (inout InsertionSettings, DeliveryPrefixes) -> Void
    ) -> ConfigurationKey {
        ConfigurationKey(
            name: name, summary: summary,
            form: "pairs of beginnings of addresses separated by commas, such as https://origin.example/vod/=https://cdn.example/vod/",
            standard: "the same"
        ) { configuration, value in
            let pairs = value.split(separator: ",").map { $0.filter { $0 != " " }.split(separator: "=", maxSplits: 1).map(String.init) }
            guard !pairs.isEmpty,
                pairs.allSatisfy({ $0.count == 2 && $0.allSatisfy { $0.hasPrefix("http://") || $0.hasPrefix("https://") } })
            else { return false }
            set(&configuration.settings.insertion, DeliveryPrefixes(pairs.map { .init($0[0], $0[1]) }))
            return true
        }
    }
}
