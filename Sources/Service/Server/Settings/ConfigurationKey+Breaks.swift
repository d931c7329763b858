// SPDX-License-Identifier: Apache-2.0

import WindowboxInsertion
import WindowboxStitcher

extension ConfigurationKey {
    /// Settings for the markers that begin a break, and for filling breaks.
    static let breaks: [ConfigurationKey] = [
        seconds(
            "ad-underfill-seconds", "Seconds of a break that may stay without ads; a break with more of them gets none.",
            "any number"
        ) { $0.session.fill.largestUnderfill = $1 },
        seconds("ad-overfill-seconds", "Seconds by which the ads may be longer than their break.", "0") {
            $0.session.fill.overfillTolerance = $1
        },
        number("ad-break-ads", "Ads of one break at most.", 1...1000, "any number") { $0.settings.insertion.session.fill.maximumAds = $1 },
        number("house-ads-per-break", "House ads of one break at most.", 0...100, "2") { $0.settings.insertion.houseAds = $1 },
        ConfigurationKey(
            name: "ad-caps", summary: "How often one viewer is shown the same creative, advertiser or category.",
            form: "limits separated by commas, each a creative, advertiser or category with a count and seconds, such as "
                + "creative:2/3600",
            standard: "as often as it is answered"
        ) { configuration, value in
            let caps = value.split(separator: ",").map { cap($0.filter { $0 != " " }) }
            configuration.settings.insertion.session.fill.separation.caps = caps.compactMap(\.self)
            return !caps.isEmpty && caps.allSatisfy { $0 != nil }
        },
        ConfigurationKey(
            name: "ad-separation", summary: "What comes only once in a break.", form: "none, advertisers, categories, or both with a comma",
            standard: "none"
        ) { configuration, value in
            let subjects = value.split(separator: ",").map { $0.filter { $0 != " " } }
            configuration.settings.insertion.session.fill.separation.separatesAdvertisers = subjects.contains("advertisers")
            configuration.settings.insertion.session.fill.separation.separatesCategories = subjects.contains("categories")
            return value == "none" || !subjects.isEmpty && subjects.allSatisfy { ["advertisers", "categories"].contains($0) }
        },
        ConfigurationKey(
            name: "ad-categories", summary: "Whether an ad must name a category to be shown.", form: "optional or required",
            standard: "optional"
        ) { configuration, value in
            configuration.settings.insertion.requiresCategory = value == "required"
            return value == "optional" || value == "required"
        },
        ConfigurationKey(
            name: "ad-joining", summary: "What a session gets of a live break that had begun before it joined.",
            form: "rest for ads in what is left of it, or none", standard: "none"
        ) { configuration, value in
            configuration.settings.insertion.session.joining = value == "rest" ? .partialAvail : .fullAvailOnly
            return value == "rest" || value == "none"
        },
        number(
            "ad-unknown-seconds", "Seconds that a live break is taken for when its marker does not say how long it is.", 1...86_400, "300"
        ) { $0.settings.insertion.session.unknownDuration = Double($1) },
        number(
            "ad-target-seconds", "EXT-X-TARGETDURATION of stitched playlists at least: what the longest segment of any ad lasts.",
            0...3600, "0: as the content says"
        ) { $0.settings.insertion.targetDuration = $1 },
        ConfigurationKey(
            name: "ad-snap", summary: "Where a break begins whose marker lies inside a segment.",
            form: "down for the segment's beginning, or nearest for the nearer end of it",
            standard: "down in recordings, nearest in live streams"
        ) { configuration, value in
            configuration.settings.insertion.snap = value == "down" ? .down : .nearest
            return value == "down" || value == "nearest"
        },
        ConfigurationKey(
            name: "ad-markers", summary: "Whether the markers that the origin wrote stay in stitched playlists.", form: "kept or removed",
            standard: "kept"
        ) { configuration, value in
            configuration.settings.insertion.keepsMarkers = value == "kept"
            return value == "kept" || value == "removed"
        },
        ConfigurationKey(
            name: "ad-break-types",
            summary: "Which segmentation types of SCTE 35 begin a break; the type above each ends it.",
            form: "numbers from 0x01 to 0xFE separated by commas, such as 0x22, 0x30", standard: "all that are for ads and placements"
        ) { configuration, value in
            let types = value.split(separator: ",").map { type($0.filter { $0 != " " }) }
            configuration.settings.insertion.cues.meaning.opening = Set(types.compactMap(\.self))
            return !types.isEmpty && types.allSatisfy { $0 != nil }
        },
        ConfigurationKey(
            name: "ad-splice-inserts", summary: "Whether splice_insert of SCTE 35 begins a break.", form: "yes or no", standard: "yes"
        ) { configuration, value in
            configuration.settings.insertion.cues.meaning.takesInserts = value == "yes"
            return value == "yes" || value == "no"
        },
        ConfigurationKey(
            name: "ad-date-ranges-only",
            summary: "Whether only EXT-X-DATERANGE counts, for an origin whose other markers say something else.", form: "yes or no",
            standard: "no"
        ) { configuration, value in
            configuration.settings.insertion.cues.takesDateRangesOnly = value == "yes"
            return value == "yes" || value == "no"
        },
        ConfigurationKey(
            name: "ad-fallback-language", summary: "The sound of ads that don't speak the content's language.",
            form: "a language tag, such as en", standard: "the ad's first"
        ) { configuration, value in
            configuration.settings.insertion.match.fallbackLanguage = value
            return !value.isEmpty && value.count <= 35 && value.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        },
    ]

    private static func seconds(
        _ name: String, _ summary: String, _ standard: String, _ set: @escaping @Sendable (inout InsertionSettings, Double) -> Void
    ) -> ConfigurationKey {
        ConfigurationKey(name: name, summary: summary, form: "seconds from 0 to 86400, such as 2.5", standard: standard) {
            guard let seconds = Double($1), (0...86_400).contains(seconds) else { return false }
            set(&$0.settings.insertion, seconds)
            return true
        }
    }

    private static func cap(_ text: String) -> AdSeparation.Cap? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.count == 2 ? parts[1].split(separator: "/", omittingEmptySubsequences: false) : []
        guard numbers.count == 2, let subject = AdSeparation.Subject(rawValue: String(parts[0])), let count = Int(numbers[0]), count >= 0,
            let period = Double(numbers[1]), period > 0, period <= 366 * 86_400
        else { return nil }
        return .init(subject, count: count, period: period)
    }

    private static func type(_ text: String) -> UInt8? {
        let number = text.hasPrefix("0x") ? UInt8(text.dropFirst(2), radix: 16) : UInt8(text)
        return number.flatMap { (1...0xFE).contains($0) ? $0 : nil }
    }
}
