// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxInsertion
import WindowboxPackager
import WindowboxStitcher

extension ConfigurationKey {
    /// Of streams with ads in them.
    static let ads: [ConfigurationKey] = [
        ConfigurationKey(
            name: "ad-origins", summary: "Where streams may be taken from that ads are put into (/stitched/).",
            form: "beginnings of http or https addresses separated by commas, such as https://cdn.example/vod/", standard: "none"
        ) { configuration, value in
            let origins = value.split(separator: ",").map { $0.filter { $0 != " " } }
            configuration.settings.insertion.origins = origins
            return !origins.isEmpty && origins.allSatisfy { $0.hasPrefix("http://") || $0.hasPrefix("https://") }
        },
        ConfigurationKey(
            name: "ad-server", summary: "Who is asked for ads: an address that answers with VAST or VMAP, with variables in brackets.",
            form: "an http or https address, such as https://ads.example/?d=[session.avail_duration_secs]",
            standard: "the house ads"
        ) { configuration, value in
            configuration.settings.insertion.adServer = value
            return value.hasPrefix("http://") || value.hasPrefix("https://")
        },
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
    ]
}
