// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxStitcher

/// House-ad campaigns in an operator's JSON file; missing members have defaults.
public struct HouseAdsDocument: Decodable {
    public let campaigns: [HouseCampaign]

    private enum CodingKeys: CodingKey { case campaigns }

    /// - Throws: `DecodingError`, which contains the location.
    public static func read(_ data: Data) throws -> HouseAdsDocument {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(HouseAdsDocument.self, from: data)
    }

    public init(from decoder: any Decoder) throws {
        campaigns = try decoder.container(keyedBy: CodingKeys.self).decode([Campaign].self, forKey: .campaigns).map(\.value)
    }

    private struct Campaign: Decodable {
        var id: String
        var creatives: [Creative]
        var advertiser: String?
        var category: String?
        var starts: Date?
        var ends: Date?
        var paused: Bool?
        var priority: Int?
        var weight: Int?
        var viewerCaps: [Cap]?
        var totalCaps: [Cap]?
        var targeting: [String: [String]]?

        var value: HouseCampaign {
            var campaign = HouseCampaign(id: id, creatives: creatives.map(\.value))
            campaign.advertiser = advertiser
            campaign.category = category
            campaign.starts = starts?.timeIntervalSince1970
            campaign.ends = ends?.timeIntervalSince1970
            campaign.isPaused = paused ?? campaign.isPaused
            campaign.priority = priority ?? campaign.priority
            campaign.weight = weight ?? campaign.weight
            campaign.viewerCaps = viewerCaps?.map(\.value) ?? []
            campaign.totalCaps = totalCaps?.map(\.value) ?? []
            campaign.targeting = targeting ?? [:]
            return campaign
        }
    }

    private struct Creative: Decodable {
        var id: String
        var title: String
        var duration: Double
        var url: String
        var type: String?
        var clickThrough: String?
        var skipOffset: Double?
        var weight: Int?

        var value: HouseCampaign.Creative {
            var creative = HouseCampaign.Creative(
                id: id, title: title, duration: duration, url: url, type: type ?? "application/vnd.apple.mpegurl", weight: weight ?? 1)
            creative.clickThrough = clickThrough
            creative.skipOffset = skipOffset
            return creative
        }
    }

    private struct Cap: Decodable {
        var count: Int
        /// In seconds.
        var period: Double?

        var value: HouseCampaign.Cap { .init(count: count, period: period) }
    }
}
