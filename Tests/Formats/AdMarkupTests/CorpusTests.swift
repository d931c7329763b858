// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxAdMarkup

/// IAB's samples, compared with the results of other parsers; skipped if the corpora are missing.
@Suite(.enabled(if: Corpus.isPresent)) struct CorpusTests {
    @Test("Every sample yields its known facts")
    func facts() throws {
        let files = try #require(try Corpus.json("expectations.json")["files"] as? [[String: Any]])
        for file in files {
            let path = try #require(file["path"] as? String)
            let document = try VASTDocument.read(Corpus.bytes(path))
            #expect(document.problems.isEmpty, "\(path)")
            #expect(document.version == file["version"] as? String, "\(path)")
            #expect(document.errors == file["root_error_urls"] as? [String], "\(path)")
            let ads = try #require(file["ads"] as? [[String: Any]])
            try #require(document.ads.count == ads.count, "\(path)")
            for (ad, row) in zip(document.ads, ads) { check(ad, row, path) }
        }
        #expect(files.count == 22)
    }

    private func check(_ ad: VASTAd, _ row: [String: Any], _ path: String) {
        #expect(ad.id == row["id"] as? String, "\(path)")
        #expect(ad.sequence == row["sequence"] as? Int, "\(path)")
        #expect((ad.kind == .inline ? "inline" : "wrapper") == row["type"] as? String, "\(path)")
        #expect(ad.system == row["ad_system"] as? String, "\(path)")
        #expect(ad.systemVersion == row["ad_system_version"] as? String, "\(path)")
        #expect(ad.title == row["ad_title"] as? String, "\(path)")
        #expect(ad.summary == row["description"] as? String, "\(path)")
        #expect(ad.servingID == row["ad_serving_id"] as? String, "\(path)")
        #expect(ad.advertiser == row["advertiser"] as? String, "\(path)")
        #expect(ad.errors == row["error_urls"] as? [String], "\(path)")
        #expect(ad.impressions.map(\.url) == rows(row["impressions"]).map { $0["url"] as? String }, "\(path)")
        #expect(ad.impressions.map(\.id) == rows(row["impressions"]).map { $0["id"] as? String }, "\(path)")
        #expect(ad.extensions.map { $0.type ?? "" } == row["extension_types"] as? [String], "\(path)")
        #expect(ad.categories.map(\.authority) == rows(row["categories"]).map { $0["authority"] as? String }, "\(path)")
        let pricing = row["pricing"] as? [String: Any]
        #expect(ad.pricing?.value == pricing?["value"] as? String, "\(path)")
        #expect(ad.pricing?.currency == pricing?["currency"] as? String, "\(path)")
        let viewable = row["viewable_impression"] as? [String: Any]
        #expect(ad.viewableImpression?.id == viewable?["id"] as? String, "\(path)")
        #expect(ad.viewableImpression?.viewable.count == viewable?["viewable"] as? Int, "\(path)")
        #expect(
            ad.verifications.flatMap(\.scripts).map(\.url)
                == rows(row["verifications"]).flatMap { rows($0["javascript"]) }.map { $0["url"] as? String }, "\(path)")
        if let wrapper = row["wrapper"] as? [String: Any] {
            #expect(ad.wrapper?.tagURI == wrapper["target"] as? String, "\(path)")
            let effective = wrapper["effective"] as? [String: Any]
            #expect(ad.wrapper?.allowsMultipleAds == effective?["allow_multiple_ads"] as? Bool, "\(path)")
            #expect(ad.wrapper?.followsWrappers == effective?["follow_additional_wrappers"] as? Bool, "\(path)")
            #expect(ad.wrapper?.fallbackOnNoAd == effective?["fallback_on_no_ad"] as? Bool, "\(path)")
        }
        let creatives = rows(row["creatives"])
        #expect(ad.creatives.count == creatives.count, "\(path)")
        for (creative, row) in zip(ad.creatives, creatives) { check(creative, row, path) }
    }

    private func check(_ creative: VASTCreative, _ row: [String: Any], _ path: String) {
        #expect(creative.id == row["id"] as? String, "\(path)")
        #expect(creative.adID == row["ad_id"] as? String, "\(path)")
        #expect(creative.sequence == row["sequence"] as? Int, "\(path)")
        let ids = rows(row["universal_ad_ids"])
        #expect(creative.universalAdIDs.map(\.registry) == ids.map { $0["registry"] as? String }, "\(path)")
        #expect(creative.universalAdIDs.map(\.value) == ids.map { $0["value"] as? String }, "\(path)")
        for part in rows(row["parts"]) {
            switch part["kind"] as? String {
            case "linear": check(creative.linear, part, path)
            case "companion": check(creative.companions?.companions ?? [], rows(part["items"]), path)
            default: check(creative.nonLinears?.nonLinears ?? [], rows(part["items"]), path)
            }
        }
    }

    private func check(_ linear: VASTLinear?, _ row: [String: Any], _ path: String) {
        #expect(linear?.duration == row["duration_lenient_s"] as? Double, "\(path)")
        #expect(linear?.durationText == row["duration_raw"] as? String, "\(path)")
        #expect(linear?.clicks.through?.url == row["click_through"] as? String, "\(path)")
        #expect(linear?.clicks.through?.id == row["click_through_id"] as? String, "\(path)")
        #expect(linear?.clicks.tracking.map(\.url) == row["click_tracking"] as? [String], "\(path)")
        #expect(linear?.clicks.custom.map(\.url) == row["custom_click"] as? [String], "\(path)")
        let counts = Dictionary(grouping: linear?.tracking ?? []) { $0.event }.mapValues(\.count)
        #expect(counts == row["tracking"] as? [String: Int], "\(path)")
        #expect(linear?.captions.map(\.url) == rows(row["closed_captions"]).map { $0["url"] as? String }, "\(path)")
        #expect(linear?.captions.map(\.language) == rows(row["closed_captions"]).map { $0["language"] as? String }, "\(path)")
        let files = rows(row["media_files"])
        #expect(linear?.mediaFiles.map(\.url) == files.map { $0["url"] as? String }, "\(path)")
        #expect(linear?.mediaFiles.map(\.width) == files.map { $0["width"] as? Int }, "\(path)")
        #expect(linear?.mediaFiles.map(\.bitrate) == files.map { $0["bitrate"] as? Int }, "\(path)")
        #expect(linear?.mediaFiles.map(\.maximumBitrate) == files.map { $0["max_bitrate"] as? Int }, "\(path)")
        #expect(linear?.mediaFiles.map(\.codec) == files.map { $0["codec"] as? String }, "\(path)")
        #expect(linear?.mediaFiles.map(\.isScalable) == files.map { $0["scalable"] as? Bool }, "\(path)")
        let icons = rows(row["icons"])
        #expect(linear?.icons.count == icons.count, "\(path)")
        for (icon, row) in zip(linear?.icons ?? [], icons) {
            #expect(icon.fallbackImages.count == row["click_fallback_images"] as? Int, "\(path)")
            #expect(icon.resources.count == 1, "\(path)")
        }
    }

    private func check(_ companions: [VASTCompanion], _ items: [[String: Any]], _ path: String) {
        #expect(companions.map(\.width) == items.map { $0["width"] as? Int }, "\(path)")
        #expect(companions.map(\.assetHeight) == items.map { $0["asset_height"] as? Int }, "\(path)")
        #expect(companions.map(\.adSlotID) == items.map { $0["ad_slot_id"] as? String }, "\(path)")
        #expect(companions.map(\.apiFramework) == items.map { $0["api_framework"] as? String }, "\(path)")
        #expect(companions.map(\.clicks.through?.url) == items.map { $0["click_through"] as? String }, "\(path)")
        #expect(companions.map(\.pixelRatioText) == items.map { $0["pxratio"] as? String }, "\(path)")
    }

    private func check(_ overlays: [VASTNonLinear], _ items: [[String: Any]], _ path: String) {
        #expect(overlays.map(\.width) == items.map { $0["width"] as? Int }, "\(path)")
        #expect(overlays.map(\.minimumDuration) == items.map { $0["min_suggested_duration_s"] as? Double }, "\(path)")
        #expect(overlays.map(\.clicks.tracking.count) == items.map { $0["click_tracking"] as? Int }, "\(path)")
        #expect(overlays.map(\.resources.count) == items.map { _ in 1 }, "\(path)")
    }

    private func rows(_ value: Any?) -> [[String: Any]] { value as? [[String: Any]] ?? [] }

    @Test("The macros filled in are those of IAB's list")
    func macros() throws {
        let macros = try #require(try Corpus.json("macros.json")["macros"] as? [[String: Any]])
        #expect(AdMacro.all.map(\.name) == macros.map { $0["name"] as? String })
        #expect(AdMacro.all.map { $0.uses.contains(.requests) } == macros.map { $0["in_vast_request"] as? Bool })
        #expect(AdMacro.all.map { $0.uses.contains(.tracking) } == macros.map { $0["in_tracking"] as? Bool })
    }

    @Test("A sample cut off anywhere is read or refused")
    func cuts() throws {
        for path in ["iab/VAST_4.2_Samples/IconClickFallbacks.xml", "iab/VAST_3.0_Samples/Inline_Companion_Tag-test.xml"] {
            let bytes = try Corpus.bytes(path)
            for end in stride(from: 0, to: bytes.count, by: 7) {
                for mode in [AdMarkup.Mode.lenient, .strict] { _ = try? AdMarkup.read(Array(bytes[..<end]), mode: mode) }
            }
        }
    }
}

enum Corpus {
    static var root: URL? {
        ProcessInfo.processInfo.environment["WINDOWBOX_CORPORA"].map { URL(fileURLWithPath: $0).appendingPathComponent("vast") }
    }

    static var isPresent: Bool {
        root.map { FileManager.default.fileExists(atPath: $0.appendingPathComponent("expectations.json").path) } ?? false
    }

    static func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: try #require(root).appendingPathComponent(path))) }

    static func json(_ name: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(try bytes(name))) as? [String: Any])
    }
}
