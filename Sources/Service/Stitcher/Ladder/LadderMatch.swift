// SPDX-License-Identifier: Apache-2.0

public import WindowboxHLS
import WindowboxMedia

/// Chooses the variant of an ad that replaces a variant of the content.
///
/// Variants that the same decoder or protected output can't play are never chosen: another codec, another dynamic range, or a higher HDCP
/// level. Larger sizes and higher frame rates than the content's are chosen only if there is nothing else.
public struct LadderMatch: Hashable, Sendable {
    public enum Bandwidth: Hashable, Sendable {
        /// The highest that isn't above the content's, or else the lowest.
        case notAbove
        case nearest
    }

    public var bandwidth: Bandwidth
    /// BCP 47: used if an ad doesn't have the content's language.
    public var fallbackLanguage: String?

    public init(bandwidth: Bandwidth = .notAbove, fallbackLanguage: String? = nil) {
        self.bandwidth = bandwidth
        self.fallbackLanguage = fallbackLanguage
    }

    /// - Parameters:
    ///   - content: the variant to replace.
    ///   - ads: the variants of one ad, all of one kind.
    /// - Returns: an index in `ads`; nil if none can be in one playlist with the content.
    public func variant(for content: Variant, among ads: [Variant]) -> Int? {
        let possible = ads.indices.filter { Self.plays(ads[$0], in: content) }
        let modest = possible.filter { Self.isModest(ads[$0], beside: content) }
        let choice = modest.isEmpty ? possible : modest
        guard let smallest = choice.min(by: { ads[$0].bandwidth < ads[$1].bandwidth }) else { return nil }
        switch bandwidth {
        case .notAbove:
            let below = choice.filter { ads[$0].bandwidth <= content.bandwidth }
            return below.max { (ads[$0].bandwidth, $1) < (ads[$1].bandwidth, $0) } ?? smallest
        case .nearest:
            func distance(_ index: Int) -> Int { abs(ads[index].bandwidth - content.bandwidth) }
            return choice.min { (distance($0), ads[$0].bandwidth) < (distance($1), ads[$1].bandwidth) }
        }
    }

    private static func plays(_ ad: Variant, in content: Variant) -> Bool {
        for kind in [CodecFamily.Kind.video, .audio] {
            guard let theirs = CodecFamily.names(kind, in: ad.codecs), let ours = CodecFamily.names(kind, in: content.codecs) else {
                continue
            }
            // An ad may be silent, but must not lack video or use a codec that the content doesn't use.
            guard theirs.isSubset(of: ours), kind == .audio || theirs.isEmpty == ours.isEmpty else { return false }
        }
        return (ad.videoRange ?? "SDR") == (content.videoRange ?? "SDR") && protection(ad) <= protection(content)
    }

    private static func protection(_ variant: Variant) -> Int {
        switch variant.hdcpLevel {
        case nil, "NONE": 0
        case "TYPE-0": 1
        default: 2
        }
    }

    private static func isModest(_ ad: Variant, beside content: Variant) -> Bool {
        if let size = ad.resolution, let limit = content.resolution, size.width > limit.width || size.height > limit.height { return false }
        if let rate = ad.frameRate, let limit = content.frameRate, rate > limit * 1.02 { return false }
        return true
    }
}
