// SPDX-License-Identifier: Apache-2.0

extension CaptionBitmap {
    /// Blurs the image: three averages over a square are nearly a Gaussian blur.
    /// - Parameter radius: pixels on each side of the middle one, about the standard deviation of the blur.
    func blur(_ radius: Int) {
        guard radius > 0 else { return }
        withPixels { pixels, stride in
            let (width, height) = (width, height)
            var line = [UInt8](repeating: 0, count: max(width, height) * 4)
            for _ in 0..<3 {
                for y in 0..<height {
                    Self.blur(pixels, from: y * stride, step: 4, count: width, radius, &line)
                }
                for x in 0..<width {
                    Self.blur(pixels, from: x * 4, step: stride, count: height, radius, &line)
                }
            }
        }
    }

    /// Replaces the pixels of a row or column by their averages. Those beyond its ends are like the last ones.
    private static func blur(
        _ pixels: UnsafeMutableRawBufferPointer, from start: Int, step: Int, count: Int, _ radius: Int, _ line: inout [UInt8]
    ) {
        for index in 0..<count {
            for channel in 0..<4 { line[index * 4 + channel] = pixels[start + index * step + channel] }
        }
        let size = radius * 2 + 1
        for channel in 0..<4 {
            func value(_ index: Int) -> Int { Int(line[min(max(index, 0), count - 1) * 4 + channel]) }
            var sum = (-radius...radius).reduce(0) { $0 + value($1) }
            for index in 0..<count {
                pixels[start + index * step + channel] = UInt8(sum / size)
                sum += value(index + radius + 1) - value(index - radius)
            }
        }
    }
}
