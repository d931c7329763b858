// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia
import WindowboxStreaming

/// Upper bounds of quality; nil means no bound.
public struct PlayerLimits: Hashable, Sendable {
    /// Peak bit/s of a variant.
    public var peakBitrate: Int?
    /// Video size of a variant in pixels.
    public var maximumSize: PixelSize?
    /// Bit/s on metered networks; the lower of the two bounds applies there.
    public var peakBitrateOnExpensiveNetworks: Int?
    /// Pixels on metered networks; the smaller of the two bounds applies there.
    public var maximumSizeOnExpensiveNetworks: PixelSize?

    public init(
        peakBitrate: Int? = nil, maximumSize: PixelSize? = nil, peakBitrateOnExpensiveNetworks: Int? = nil,
        maximumSizeOnExpensiveNetworks: PixelSize? = nil
    ) {
        self.peakBitrate = peakBitrate
        self.maximumSize = maximumSize
        self.peakBitrateOnExpensiveNetworks = peakBitrateOnExpensiveNetworks
        self.maximumSizeOnExpensiveNetworks = maximumSizeOnExpensiveNetworks
    }

    /// No bounds: the network and the machine decide.
    public static let none = PlayerLimits()

    func quality(on network: NetworkConditions) -> QualityLimits {
        guard network.isExpensive else { return QualityLimits(bitrate: peakBitrate, size: maximumSize) }
        let sizes = [maximumSize, maximumSizeOnExpensiveNetworks].compactMap { $0 }
        return QualityLimits(
            bitrate: [peakBitrate, peakBitrateOnExpensiveNetworks].compactMap { $0 }.min(),
            size: sizes.min { $0.width * $0.height < $1.width * $1.height })
    }
}
