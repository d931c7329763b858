// SPDX-License-Identifier: Apache-2.0

/// What a live station received of one rendition. A value type.
struct ReceivedRendition: Sendable {
    /// The newest initialization segment, and its bytes.
    private(set) var header: TrackHeader
    private(set) var initialization: [UInt8]
    /// The end of the newest fragment, in seconds of the source's clock.
    private(set) var reached = -Double.infinity
    private(set) var bitrate = MeasuredBitrate()
    /// The recorded segments that are listed in the store.
    var index = RecordingIndex()

    init(_ header: TrackHeader, _ initialization: [UInt8]) { (self.header, self.initialization) = (header, initialization) }

    /// The encoder began again, with another header.
    mutating func begin(_ header: TrackHeader, _ initialization: [UInt8]) {
        (self.header, self.initialization) = (header, initialization)
    }

    /// The start and the duration of a fragment, in seconds of the source's clock.
    func span(of fragment: MediaFragment) -> (time: Double, duration: Double) {
        (Double(fragment.time) / Double(header.timescale), Double(fragment.duration) / Double(header.timescale))
    }

    /// - Parameter bytes: the size of the fragment.
    mutating func add(_ fragment: MediaFragment, bytes: Int) {
        let (time, duration) = span(of: fragment)
        reached = time + duration
        bitrate.add(bits: bytes * 8, seconds: duration)
    }
}

/// The bitrate of a rendition so far.
struct MeasuredBitrate: Hashable, Sendable {
    /// The highest rate of a fragment, in bits per second.
    private(set) var peak = 0
    private(set) var bits = 0
    private(set) var seconds = 0.0

    mutating func add(bits: Int, seconds: Double) {
        peak = max(peak, Int(Double(bits) / max(seconds, 0.1)))
        self.bits += bits
        self.seconds += seconds
    }
}
