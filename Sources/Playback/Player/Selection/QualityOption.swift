// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia
import WindowboxStreaming

/// A quality of the current item that the user can lock.
public struct QualityOption: Hashable, Sendable {
    /// Peak bit/s.
    public let bandwidth: Int
    /// Pixels; nil if the stream doesn't state it.
    public let size: PixelSize?
    /// Frames per second; nil if the stream doesn't state it.
    public let frameRate: Double?
    /// Its index in the presentation's list.
    let index: Int

    /// The playable qualities, the best first; empty if there are fewer than two. Of several with equal size and frame rate, only the one
    /// with the highest bit rate is listed.
    static func all(of presentation: Presentation?) -> [QualityOption] {
        guard let presentation else { return [] }
        let options = presentation.variants.enumerated().filter { $0.element.exclusion == nil && $0.element.bandwidth > 0 }
            .map { index, variant in
                QualityOption(bandwidth: variant.bandwidth, size: variant.size, frameRate: variant.frameRate, index: index)
            }
            .sorted { ($0.height, $0.rate, $0.bandwidth) > ($1.height, $1.rate, $1.bandwidth) }
        let distinct = options.enumerated().filter { index, option in
            option.size == nil || index == 0 || options[index - 1].size != option.size || options[index - 1].frameRate != option.frameRate
        }
        return distinct.count < 2 ? [] : distinct.map(\.element)
    }

    private var height: Int { size?.height ?? 0 }
    private var rate: Double { frameRate ?? 0 }
}

extension QualityOption: CustomStringConvertible {
    /// `1080p`, `720p60`, or the bit rate if the size is unknown.
    public var description: String {
        guard let size else {
            return bandwidth >= 1_000_000 ? "\(Double((bandwidth + 50_000) / 100_000) / 10) Mbit/s" : "\(bandwidth / 1000) kbit/s"
        }
        let pictures = rate > 31 ? String(Int(rate.rounded())) : ""
        return "\(size.height)p\(pictures)"
    }
}
