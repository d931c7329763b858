// SPDX-License-Identifier: Apache-2.0

/// Simulated content: the size of each segment at each level.
public struct MovieSizes: Hashable, Sendable {
    /// Seconds; the same for every segment.
    public let segmentDuration: Double
    /// Nominal bit/s of the levels, ascending.
    public let bitrates: [Double]
    /// Bits per segment, then per level.
    public let sizes: [[Double]]

    public init(segmentDuration: Double, bitrates: [Double], sizes: [[Double]]) throws(SimulationError) {
        guard segmentDuration > 0, segmentDuration <= 86_400 else {
            throw SimulationError(.impossibleNumber, message: "A segment's duration is positive and at most a day; correct the movie.")
        }
        guard !bitrates.isEmpty, !sizes.isEmpty else {
            throw SimulationError(.malformedMovie, message: "The movie has no levels or no segments; add some.")
        }
        var previous = 0.0
        for bitrate in bitrates {
            guard bitrate > previous, bitrate <= 1e12 else {
                throw SimulationError(.malformedMovie, message: "The movie's bitrates are not positive and ascending; sort the levels.")
            }
            previous = bitrate
        }
        for (index, row) in sizes.enumerated() {
            guard row.count == bitrates.count else {
                throw SimulationError(
                    .malformedMovie, message: "Segment \(index) has \(row.count) sizes for \(bitrates.count) levels; give one for each.")
            }
            for bits in row where !(bits > 0 && bits <= 1e13) {
                throw SimulationError(
                    .impossibleNumber, message: "Segment \(index) has a size that is not positive or too large; correct the movie.")
            }
        }
        self.segmentDuration = segmentDuration
        self.bitrates = bitrates
        self.sizes = sizes
    }

    /// The content cut to its first seconds, rounded up to complete segments, at least one.
    public func limited(to seconds: Double) -> MovieSizes {
        let count = (seconds / segmentDuration).rounded(.up)
        guard count < Double(sizes.count) else { return self }
        return MovieSizes(cutting: self, to: max(1, Int(max(1, count))))
    }

    private init(cutting movie: MovieSizes, to count: Int) {
        segmentDuration = movie.segmentDuration
        bitrates = movie.bitrates
        sizes = Array(movie.sizes[..<count])
    }

    var levels: [QualityLevel] {
        var levels: [QualityLevel] = []
        for bitrate in bitrates { levels.append(QualityLevel(peakBitrate: bitrate, averageBitrate: bitrate)) }
        return levels
    }

    var segmentSizes: SegmentSizes {
        var known = SegmentSizes(levels: levels)
        for row in sizes {
            var bits: [Double?] = []
            for value in row { bits.append(value) }
            known.append(duration: segmentDuration, bits: bits)
        }
        return known
    }
}
