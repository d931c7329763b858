// SPDX-License-Identifier: Apache-2.0

/// The number burnt into each frame of the generated streams: twelve blocks, black or white, least significant bit on the left.
///
/// At 1280x720 the blocks are 40 pixels wide with their centres at x = 60 + 44 i, y = 640; other sizes scale each axis.
public enum FrameNumber {
    public static let bits = 12

    /// Reads the number from luma.
    ///
    /// - Parameters:
    ///   - stride: Bytes from one row to the next.
    ///   - depth: Bits per sample: 8, or more in two little-endian bytes.
    /// - Returns: `nil` if the frame has no blocks, or if `luma` is too short for the size.
    public static func read(luma: UnsafeRawBufferPointer, stride: Int, width: Int, height: Int, depth: Int = 8) -> Int? {
        let size = depth > 8 ? 2 : 1
        guard width > 0, height > 0, stride >= width * size, luma.count >= stride * (height - 1) + width * size else { return nil }
        let row = 640 * height / 720 * stride
        func brightness(_ x: Int) -> Int {
            let offset = row + x * width / 1280 * size
            return size == 1 ? Int(luma[offset]) : (Int(luma[offset + 1]) << 8 | Int(luma[offset])) >> (depth - 8)
        }
        guard brightness(82) <= 80 else { return nil }
        var number = 0
        for bit in 0..<bits where brightness(60 + 44 * bit) > 128 { number |= 1 << bit }
        return number
    }
}
