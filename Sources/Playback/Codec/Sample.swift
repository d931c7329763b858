// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
public import WindowboxMedia

/// A coded video frame, audio frame or text sample as stored in its container.
public final class Sample: Sendable {
    /// The track's format; the same object for all samples of a run.
    public let format: TrackFormat
    /// In the track's timescale, before it is mapped to a timeline.
    public let presentation: MediaTime
    /// When it has to be decoded, in the track's timescale. Without reordered frames, the same as ``presentation``.
    public let decode: MediaTime
    /// In the track's timescale; 0 when unknown.
    public let duration: MediaTime
    /// Whether the container states the presentation time. Otherwise, as in AVI, ``presentation`` is the decode time.
    public let statesPresentation: Bool
    /// Decoding may start here.
    public let isKey: Bool
    /// The payload size in bytes.
    public let size: Int
    /// nil when the payload is clear.
    public let protection: SampleProtection?
    /// The index of its track in the file, from 0.
    public let track: Int

    let packet: Packet

    init(
        format: TrackFormat, moving raw: UnsafeMutablePointer<AVPacket>, presentation: Int64, decode: Int64,
        protection: SampleProtection? = nil
    ) {
        self.format = format
        self.presentation = MediaTime(value: presentation, timescale: format.timescale)
        self.decode = MediaTime(value: decode, timescale: format.timescale)
        duration = MediaTime(value: max(raw.pointee.duration, 0), timescale: format.timescale)
        statesPresentation = raw.pointee.pts != wb_no_pts
        isKey = raw.pointee.flags & AV_PKT_FLAG_KEY != 0
        size = Int(raw.pointee.size)
        self.protection = protection
        track = Int(raw.pointee.stream_index)
        packet = Packet(moving: raw)
    }

    private init(_ sample: Sample, lasting seconds: Double) throws(CodecError) {
        let packet = Packet()
        try check(av_packet_ref(packet.raw, sample.packet.raw), "referencing a sample")
        duration = MediaTime(seconds: max(seconds, 0), timescale: sample.format.timescale)
        packet.raw.pointee.duration = duration.value
        format = sample.format
        presentation = sample.presentation
        decode = sample.decode
        statesPresentation = sample.statesPresentation
        isKey = sample.isKey
        size = sample.size
        protection = sample.protection
        track = sample.track
        self.packet = packet
    }

    private init(_ sample: Sample, payload: [UInt8]) throws(CodecError) {
        let packet = Packet()
        try check(av_new_packet(packet.raw, Int32(clamping: payload.count)), "allocating a sample")
        packet.raw.pointee.data.update(from: payload, count: payload.count)
        try check(av_packet_copy_props(packet.raw, sample.packet.raw), "copying a sample's properties")
        format = sample.format
        presentation = sample.presentation
        decode = sample.decode
        duration = sample.duration
        statesPresentation = sample.statesPresentation
        isKey = sample.isKey
        size = payload.count
        protection = nil
        track = sample.track
        self.packet = packet
    }

    /// The same sample with a decrypted payload, which is copied once.
    /// - Throws: ``CodecError`` when out of memory.
    public func unlocked(_ payload: [UInt8]) throws(CodecError) -> Sample { try Sample(self, payload: payload) }

    /// The same sample with another duration.
    /// - Throws: ``CodecError`` when out of memory.
    package func lasting(_ seconds: Double) throws(CodecError) -> Sample { try Sample(self, lasting: seconds) }

    /// Gives access to the payload without decoding, as for captions and dumps.
    public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(start: packet.raw.pointee.data, count: size))
    }
}
