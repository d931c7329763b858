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
        let container = try decoder.container(keyedBy: CodingKeys.self)
        campaigns = try container.decode([Campaign].self, forKey: .campaigns).map { campaign in
            guard let fault = campaign.fault else { return campaign.value }
            throw DecodingError.dataCorruptedError(
                forKey: .campaigns, in: container, debugDescription: "Campaign \(campaign.id): \(fault)")
        }
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

        /// What its members can't be.
        var fault: String? {
            let weights = [weight ?? 1] + creatives.map { $0.weight ?? 1 }
            if !weights.allSatisfy({ (0...1_000_000).contains($0) }) { return "a weight must be from 0 to 1000000." }
            if !creatives.allSatisfy({ $0.duration > 0 && $0.duration <= 86_400 }) {
                return "a duration must be more than 0 and at most 86400 seconds."
            }
            if !creatives.allSatisfy({ (0...86_400).contains($0.skipOffset ?? 0) }) {
                return "skip_offset must be from 0 to 86400 seconds."
            }
            let caps = (viewerCaps ?? []) + (totalCaps ?? [])
            let areCaps = caps.allSatisfy { $0.count >= 0 && $0.period.map { $0 > 0 && $0 <= 1e9 } ?? true }
            return areCaps ? nil : "a cap needs a count that isn't negative, and its period must be from 0 to 1000000000 seconds."
        }

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
