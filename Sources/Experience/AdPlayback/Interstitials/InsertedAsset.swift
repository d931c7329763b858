// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup

/// An ad as an entry of an asset list, with its tracking events (SVTA 2053).
struct InsertedAsset: Encodable {
    let address: String
    let duration: Double
    let skipOffset: Double?
    private let signaling: Signaling

    private enum CodingKeys: String, CodingKey {
        case address = "URI"
        case duration = "DURATION"
        case signaling = "X-AD-CREATIVE-SIGNALING"
    }

    private struct Signaling: Encodable {
        var version = 2
        var type = "slot"
        var payload: [Slot]
    }

    private struct Slot: Encodable {
        var type = "linear"
        var duration: Double
        var identifiers: [Identifier]
        var title: String?
        var skipOffset: Double?
        var clickThrough: String?
        var tracking: [Tracker]
        var companions: [SignaledCompanion]?
        var icons: [AdIconPicture]?
        var verifications: [AdVerificationEntry]?
    }

    private struct Identifier: Encodable {
        var scheme = "urn:windowbox:ad"
        var value: String
    }

    private struct Tracker: Encodable {
        var type: String
        var offset: Double?
        var urls: [String]
    }

    init(_ ad: VASTAd, _ linear: VASTLinear, file: String) {
        address = file
        duration = linear.duration ?? 0
        skipOffset = linear.skipOffset?.seconds(of: linear.duration)
        var trackers = ad.impressions.map { Tracker(type: "impression", urls: [$0.url]) }
        trackers += linear.tracking.map { Tracker(type: $0.event, offset: $0.offset?.seconds(of: linear.duration), urls: [$0.url]) }
        trackers += linear.clicks.tracking.map { Tracker(type: "clickTracking", urls: [$0.url]) }
        trackers += ad.viewabilityTracking.map { Tracker(type: $0.event, urls: [$0.url]) }
        trackers += ad.errors.map { Tracker(type: "error", urls: [$0]) }
        let companions = ad.creatives.compactMap(\.companions).flatMap(\.companions).compactMap { SignaledCompanion($0) }
        let icons = linear.icons.compactMap { AdIconPicture($0) }
        let slot = Slot(
            duration: duration, identifiers: ad.id.map { [Identifier(value: $0)] } ?? [], title: ad.title, skipOffset: skipOffset,
            clickThrough: linear.clicks.through?.url, tracking: trackers,
            companions: companions.isEmpty ? nil : companions, icons: icons.isEmpty ? nil : icons,
            verifications: ad.verifications.isEmpty ? nil : ad.verifications.map { AdVerificationEntry($0) })
        signaling = Signaling(payload: [slot])
    }
}
