// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// A caption that is a picture, as those of the image profile of IMSC are.
public struct CaptionImage: Hashable, Sendable {
    /// Where it is to be found, as the document writes it; empty for one that is in the document.
    public var address: String
    /// The file, mostly a PNG; empty where only its address is known.
    public var bytes: [UInt8]
    /// Where it lies, for one whose author gave it a place in pixels; nil for one that its region or the layout places.
    public var placement: CaptionPlacement?

    public init(address: String = "", bytes: [UInt8] = [], placement: CaptionPlacement? = nil) {
        self.address = address
        self.bytes = bytes
        self.placement = placement
    }

    /// Of a PNG that is in the document (PNG 11.2.1); nil of anything else.
    public var size: PixelSize? {
        let mark: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        guard bytes.count >= 24, bytes.starts(with: mark) else { return nil }
        func number(_ start: Int) -> Int { bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
        let (width, height) = (number(16), number(20))
        return width > 0 && height > 0 && width <= 1 << 20 && height <= 1 << 20 ? PixelSize(width: width, height: height) : nil
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(address)
        // Files are large, and those of different captions mostly of different lengths.
        hasher.combine(bytes.count)
        hasher.combine(placement)
    }
}
