// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import WindowboxMedia

/// Gives each packet of a track its times, also where the container leaves them out.
///
/// In MPEG-TS only the first audio frame of a PES packet has a time; the others follow by their durations. Frames before
/// the first time of a segment wait for it and count backwards.
struct TrackClock {
    let format: TrackFormat
    private let offset: Int64
    private var nextTime: Int64?
    private var lastDecode: Int64?
    private var step: Int64 = 0
    private var waiting: [Packet.Held] = []
    /// No sample has been seen yet.
    var isFresh: Bool { nextTime == nil && waiting.isEmpty }

    init(format: TrackFormat, offset: Int64) {
        self.format = format
        self.offset = offset
    }

    mutating func take(_ packet: UnsafeMutablePointer<AVPacket>, protection: SampleProtection? = nil, into samples: inout [Sample]) {
        // How long words stand says nothing of those that follow.
        if packet.pointee.duration <= 0, format.kind != .text { packet.pointee.duration = step }
        let stated = packet.pointee.pts != wb_no_pts ? packet.pointee.pts : packet.pointee.dts != wb_no_pts ? packet.pointee.dts : nil
        guard let time = stated ?? nextTime else {
            // Sixty-four frames are more than any PES packet has: after that the track has no times at all.
            if waiting.count < 64 { waiting.append(Packet.Held(packet, protection)) } else { av_packet_unref(packet) }
            return
        }
        if !waiting.isEmpty { release(before: time, into: &samples) }
        let decode = packet.pointee.dts != wb_no_pts ? packet.pointee.dts : time
        if let lastDecode, decode > lastDecode { step = decode.plus(-max(lastDecode, -.max)) }
        lastDecode = decode
        nextTime = time.plus(packet.pointee.duration)
        samples.append(
            Sample(
                format: format, moving: packet, presentation: time.plus(offset), decode: decode.plus(offset), protection: protection))
    }

    /// Lets go what never got a time: counted from zero, which is the start of the container.
    mutating func flush(into samples: inout [Sample]) {
        if !waiting.isEmpty { release(before: waiting.reduce(0) { $0.plus($1.duration) }, into: &samples) }
    }

    private mutating func release(before time: Int64, into samples: inout [Sample]) {
        var at = time.plus(-waiting.reduce(0) { $0.plus($1.duration) })
        for held in waiting {
            let duration = held.duration
            samples.append(
                Sample(
                    format: format, moving: held.raw, presentation: at.plus(offset), decode: at.plus(offset), protection: held.protection))
            at = at.plus(duration)
        }
        waiting.removeAll()
    }
}

extension Int64 {
    /// Files may state any number as a time: what is beyond the range stays at its end.
    fileprivate func plus(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}

extension Packet {
    /// A packet in an array, which takes no noncopyable elements.
    final class Held {
        private let packet: Packet
        let protection: SampleProtection?
        init(_ raw: UnsafeMutablePointer<AVPacket>, _ protection: SampleProtection?) {
            packet = Packet(moving: raw)
            self.protection = protection
        }
        var duration: Int64 { packet.raw.pointee.duration }
        var raw: UnsafeMutablePointer<AVPacket> { packet.raw }
    }
}
