// SPDX-License-Identifier: Apache-2.0

/// The header in front of each frame of packed AAC (ISO/IEC 13818-7, 6.2).
struct ADTSHeader: Equatable {
    /// Samples per second, without those that an extension such as SBR doubles.
    let sampleRate: Int
    /// Samples of one channel in the frame.
    let sampleCount: Int

    private static let rates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350]

    /// nil when the bytes are no header.
    init?(_ bytes: some Collection<UInt8>) {
        let head = Array(bytes.prefix(7))
        guard head.count == 7, head[0] == 0xFF, head[1] & 0xF6 == 0xF0 else { return nil }
        let index = Int(head[2] >> 2 & 15)
        guard index < Self.rates.count else { return nil }
        sampleRate = Self.rates[index]
        sampleCount = 1024 * (Int(head[6] & 3) + 1)
    }
}
