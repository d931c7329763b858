// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// A blurred, darkened copy of a picture, to fill the space around it.
public enum PictureBackdrop {
    /// Pixels of the longer side: the result is scaled up, and only its colours should be recognisable.
    private static let side = 40
    /// Brightness factor.
    private static let light = 0.42
    /// Number of blur passes.
    private static let rounds = 3
    /// One colour channel of all pixels; red comes first.
    private typealias Part = [Double]

    /// - Parameters:
    ///   - previous: the previous picture, which cross-fades into this one.
    ///   - share: weight of the new picture, 0...1.
    /// - Returns: a small picture of the same aspect ratio; nil if there is nothing to show.
    public static func of(_ picture: any Picture, over previous: (any Picture)? = nil, share: Double = 1) -> (any Picture)? {
        let (size, stride) = (picture.size, picture.stride)
        guard size.width > 0, size.height > 0, stride >= size.width * 4 else { return nil }
        let scale = min(1, Double(side) / Double(max(size.width, size.height)))
        let small = PixelSize(
            width: max(1, Int(Double(size.width) * scale)), height: max(1, Int(Double(size.height) * scale)))
        var parts = picture.withUnsafeBytes { bytes -> [Part]? in
            guard bytes.count >= stride * size.height else { return nil }
            return [2, 1, 0].map { offset in
                (0..<small.width * small.height).map { index in
                    let (column, row) = (index % small.width, index / small.width)
                    let (x, y) = ((column * 2 + 1) * size.width / (small.width * 2), (row * 2 + 1) * size.height / (small.height * 2))
                    return Double(bytes[y * stride + x * 4 + offset])
                }
            }
        }
        guard parts != nil else { return nil }
        for _ in 0..<rounds { parts = parts?.map { mixed($0, small) } }
        guard var mixed = parts else { return nil }
        if let previous, previous.size == small, share < 1 {
            mixed = zip(mixed, Self.parts(of: previous)).map { blended($0, over: $1, share) }
        }
        return PicturePool(capacity: 0).picture(
            small, pixelAspectRatio: picture.pixelAspectRatio, orientation: picture.orientation
        ) { memory, stride in
            for index in 0..<small.width * small.height {
                let color = mixed.reduce(UInt32(0xFF)) { $0 << 8 | UInt32(min($1[index] * light, 255)) }
                memory.storeBytes(of: color, toByteOffset: index / small.width * stride + index % small.width * 4, as: UInt32.self)
            }
        }
    }

    /// The channels of a backdrop, at the brightness before darkening.
    private static func parts(of backdrop: any Picture) -> [Part] {
        let (size, stride) = (backdrop.size, backdrop.stride)
        return backdrop.withUnsafeBytes { bytes in
            [2, 1, 0].map { offset in
                (0..<size.width * size.height).map { index in
                    Double(bytes[index / size.width * stride + index % size.width * 4 + offset]) / light
                }
            }
        }
    }

    private static func blended(_ part: Part, over previous: Part, _ share: Double) -> Part {
        zip(part, previous).map { $1 + ($0 - $1) * share }
    }

    /// Each pixel as the average of itself and its neighbours.
    private static func mixed(_ part: Part, _ size: PixelSize) -> Part {
        part.indices.map { index in
            let (x, y) = (index % size.width, index / size.width)
            var (sum, count) = (0.0, 0.0)
            for row in max(0, y - 1)...min(size.height - 1, y + 1) {
                for column in max(0, x - 1)...min(size.width - 1, x + 1) {
                    sum += part[row * size.width + column]
                    count += 1
                }
            }
            return sum / count
        }
    }
}
