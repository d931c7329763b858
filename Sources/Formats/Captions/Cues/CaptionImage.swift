// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// A bitmap caption, as in the image profile of IMSC.
public struct CaptionImage: Hashable, Sendable {
    /// The image's address as written in the document; empty for an embedded image.
    public var address: String
    /// The image file, usually PNG; empty when only its address is known.
    public var bytes: [UInt8]
    /// The author's position in pixels; nil if the region or the layout positions the image.
    public var placement: CaptionPlacement?

    public init(address: String = "", bytes: [UInt8] = [], placement: CaptionPlacement? = nil) {
        self.address = address
        self.bytes = bytes
        self.placement = placement
    }

    /// The size of an embedded PNG (PNG 11.2.1); nil for other formats.
    public var size: PixelSize? {
        let mark: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        guard bytes.count >= 24, bytes.starts(with: mark) else { return nil }
        func number(_ start: Int) -> Int { bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
        let (width, height) = (number(16), number(20))
        return width > 0 && height > 0 && width <= 1 << 20 && height <= 1 << 20 ? PixelSize(width: width, height: height) : nil
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(address)
        // Files are large, and different captions mostly have different sizes.
        hasher.combine(bytes.count)
        hasher.combine(placement)
    }
}
