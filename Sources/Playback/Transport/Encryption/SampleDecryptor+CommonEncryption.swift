// SPDX-License-Identifier: Apache-2.0

extension SampleDecryptor {
    /// Common Encryption schemes (ISO/IEC 23001-7, clause 10).
    public enum Scheme: Hashable, Sendable {
        /// Counter mode over the protected bytes of a sample as one continuous stream.
        case cenc
        /// CBC mode over the complete blocks of a sample's protected bytes.
        case cbc1
        /// Counter mode over a pattern of blocks.
        case cens
        /// CBC mode over a pattern of blocks, restarted in each subsample.
        case cbcs
    }

    /// A number of clear bytes, followed by protected bytes.
    public struct Subsample: Hashable, Sendable {
        /// The number of clear bytes.
        public var clear: Int
        /// The number of protected bytes after them.
        public var protected: Int
        public init(clear: Int, protected: Int) {
            self.clear = clear
            self.protected = protected
        }
    }

    /// A repeating pattern of encrypted and clear blocks; 0 and 0 means that all blocks are encrypted.
    public struct Pattern: Hashable, Sendable {
        /// Encrypted blocks of 16 bytes at the start of each repetition.
        public var encrypted: Int
        /// Clear blocks of 16 bytes after them.
        public var skipped: Int
        public init(encrypted: Int, skipped: Int) {
            self.encrypted = encrypted
            self.skipped = skipped
        }
        /// All blocks are encrypted.
        public static let none = Pattern(encrypted: 0, skipped: 0)
    }

    /// Decrypts one sample of a fragmented MP4 in place.
    ///
    /// - Parameters:
    ///   - subsamples: from the `senc` box; if empty, the entire sample is protected. Parts outside the sample are ignored.
    ///   - vector: the sample's vector of 8 or 16 bytes, else the track's constant one; nil uses the playlist's.
    public func decrypt(
        _ sample: inout [UInt8], scheme: Scheme, subsamples: [Subsample] = [], pattern: Pattern = .none, vector: [UInt8]? = nil
    ) {
        var full = vector ?? self.vector
        full += [UInt8](repeating: 0, count: max(0, 16 - full.count))
        let mode: BlockCipher.Mode = scheme == .cenc || scheme == .cens ? .counted : .chained
        guard var cipher = BlockCipher(mode, key: key, vector: Array(full.prefix(16))) else { return }
        let ranges = protectedRanges(subsamples, length: sample.count)
        switch scheme {
        case .cenc: decrypt(&sample, ranges, with: &cipher, wholeBlocksOnly: false)
        case .cbc1: for range in ranges { decrypt(&sample, [range], with: &cipher, wholeBlocksOnly: true) }
        case .cens:
            let blocks = ranges.flatMap { patterned($0, pattern) }
            decrypt(&sample, blocks, with: &cipher, wholeBlocksOnly: true)
        case .cbcs:
            for range in ranges {
                var own = cipher
                decrypt(&sample, patterned(range, pattern), with: &own, wholeBlocksOnly: true)
            }
        }
    }

    private func protectedRanges(_ subsamples: [Subsample], length: Int) -> [Range<Int>] {
        if subsamples.isEmpty { return [0..<length] }
        var ranges: [Range<Int>] = []
        var position = 0
        for subsample in subsamples where position < length {
            let start = min(length, position + min(length, max(0, subsample.clear)))
            let end = min(length, start + min(length, max(0, subsample.protected)))
            if end > start { ranges.append(start..<end) }
            position = end
        }
        return ranges
    }

    /// The encrypted runs within a protected range.
    private func patterned(_ range: Range<Int>, _ pattern: Pattern) -> [Range<Int>] {
        guard pattern.encrypted > 0, pattern.skipped > 0 else { return [range] }
        let run = min(1 << 20, pattern.encrypted) * BlockCipher.blockBytes
        let period = run + min(1 << 20, pattern.skipped) * BlockCipher.blockBytes
        return stride(from: range.lowerBound, to: range.upperBound, by: period).map { $0..<min(range.upperBound, $0 + run) }
    }

    /// Decrypts the ranges as one continuous run of bytes.
    private func decrypt(_ sample: inout [UInt8], _ ranges: [Range<Int>], with cipher: inout BlockCipher, wholeBlocksOnly: Bool) {
        let ranges = ranges.map { range in
            wholeBlocksOnly ? range.lowerBound..<(range.lowerBound + range.count / BlockCipher.blockBytes * BlockCipher.blockBytes) : range
        }
        var gathered: [UInt8] = []
        for range in ranges { gathered += sample[range] }
        let plain = cipher.decrypt(gathered)
        var taken = 0
        for range in ranges {
            sample.replaceSubrange(range, with: plain[taken..<(taken + range.count)])
            taken += range.count
        }
    }
}
