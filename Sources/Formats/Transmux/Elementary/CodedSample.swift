// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// One coded frame or block of audio, as MP4 stores it.
struct CodedSample: Sendable {
    /// Ticks of the track's timescale.
    var decode: Int64
    var presentation: Int64
    /// Zero until the next sample determines it.
    var duration: Int64
    var isKey: Bool
    var bytes: [UInt8]

    /// The same sample with other bytes.
    func with(_ bytes: [UInt8]) -> CodedSample {
        var sample = self
        sample.bytes = bytes
        return sample
    }
}

/// What the sample entry of a track says.
struct TrackDescription: Hashable, Sendable {
    var kind: TrackKind
    /// Ticks per second.
    var timescale: Int32
    /// RFC 6381.
    var codec: String
    /// The complete sample entry box of `stsd`.
    var entry: [UInt8]
    /// Pixels; 0 for audio.
    var width = 0
    var height = 0
}

/// Extends the 33-bit timestamps of MPEG-TS, so that they keep increasing when they wrap.
struct ClockUnwrapper: Sendable {
    private var last: Int64?

    /// - Parameter raw: ticks of 90 kHz, below 2^33.
    mutating func unwrap(_ raw: Int64) -> Int64 {
        guard let last else {
            self.last = raw
            return raw
        }
        // The difference as a signed number of 33 bits.
        let difference = ((raw &- last) << 31) >> 31
        self.last = last + difference
        return last + difference
    }

    /// A time that may be earlier than those before, beside them.
    /// - Parameter raw: ticks of 90 kHz, below 2^33.
    func nearest(_ raw: Int64) -> Int64 { last.map { $0 + (((raw &- $0) << 31) >> 31) } ?? raw }
}
