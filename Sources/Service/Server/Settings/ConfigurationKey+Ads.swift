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
            name: "ad-origins", summary: "The origins of streams for ad insertion (/stitched/).",
            form: "http or https URL prefixes separated by commas, such as https://cdn.example/vod/", standard: "none"
        ) { configuration, value in
            let origins = value.split(separator: ",").map { $0.filter { $0 != " " } }
            configuration.settings.insertion.origins = origins
            return !origins.isEmpty && origins.allSatisfy { $0.hasPrefix("http://") || $0.hasPrefix("https://") }
        },
        server(
            "ad-server", "The ad server: a URL that returns VAST or VMAP, with variables in brackets.", "the house ads"
        ) { $0.adServer = $1 },
        server(
            "ad-preroll-server", "The ad server for the ads before a live stream, for sessions that ask for such ads.",
            "the server for the other ads"
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
                "The business whose campaigns are shown in streams without a known owner: they are not this service's media, and no app "
                + "is named.",
            form: "the id of a business", standard: "the only business, if there is just one"
        ) { configuration, value in
            configuration.settings.insertion.business = value
            return OpaqueID.isWellFormed(value)
        },
        ConfigurationKey(
            name: "ad-networks", summary: "The networks in which ad servers, ad videos and tracking servers may be.",
            form: "public, or any (which includes private networks)", standard: "public"
        ) { configuration, value in
            configuration.settings.insertion.networks = value == "any" ? .any : .publicOnly
            return value == "any" || value == "public"
        },
        number("ad-origin-seconds", "The timeout for one playlist of an origin, in seconds.", 1...60, "2") {
            $0.settings.insertion.originTimeout = Double($1)
        },
        number("ad-server-seconds", "The timeout for an ad server in seconds, after which the content plays on.", 1...60, "3") {
            $0.settings.insertion.session.adTimeout = Double($1)
        },
        filler("ad-slate", "The video for parts of a live break without an ad. Without it, the content is shown.") { $0.slate = $1 },
        filler("ad-start-bumper", "A video before the ads of a break, at most ten seconds long. It counts towards the break's length.") {
            $0.startBumper = $1
        },
        filler("ad-end-bumper", "A video after the ads of a break, at most ten seconds long. It counts towards the break's length.") {
            $0.endBumper = $1
        },
        ConfigurationKey(
            name: "ad-suppression", summary: "The breaks of a live stream that a new session leaves unfilled.",
            form: "off, behind:SECONDS (those that begin at least that long before the live edge) or after:SECONDS "
                + "(those that begin less than that after it)",
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
        delivery("ad-content-delivery", "Where players fetch the content's segments and keys, if not where the service does.") {
            $0.contentDelivery = $1
        },
        delivery("ad-video-delivery", "Where players fetch ad videos, if not where the service does.") {
            $0.adDelivery = $1
        },
    ]

    private static func server(
        _ name: String, _ summary: String, _ standard: String, _ set: @escaping @Sendable (inout InsertionSettings, String) -> Void
    ) -> ConfigurationKey {
        ConfigurationKey(
            name: name, summary: summary,
            form: "an http or https URL, such as https://ads.example/?d=[session.avail_duration_secs]", standard: standard
        ) { configuration, value in
            set(&configuration.settings.insertion, value)
            return value.hasPrefix("http://") || value.hasPrefix("https://")
        }
    }

    private static func filler(
        _ name: String, _ summary: String, _ set: @escaping @Sendable (inout FillPolicy, FillPolicy.Filler) -> Void
    ) -> ConfigurationKey {
        ConfigurationKey(
            name: name, summary: summary, form: "the http or https URL of an HLS multivariant playlist (.m3u8)", standard: "none"
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
            form: "pairs of URL prefixes separated by commas, such as https://origin.example/vod/=https://cdn.example/vod/",
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
