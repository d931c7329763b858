// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

/// Counts the decode times of MPEG-1 and MPEG-2 video after a seek that leads to the middle of a frame. A value type.
///
/// A packet of the container states the time of the first frame that begins in it (ISO/IEC 13818-1, 2.4.3.7). FFmpeg takes that time for
/// the rest of the frame before, and counts on from there until the next stated time, which may be a second later.
struct FrameRecount {
    private enum State {
        case landed
        /// - Parameters:
        ///   - next: the decode time of the next frame, in ticks.
        ///   - error: FFmpeg's time of the last frame less this one's, in ticks; nil before the first one.
        case counting(next: Int64, error: Int64?)
        case off
    }

    private var state = State.off
    private var count = 0

    /// FFmpeg's error changes within the first frames.
    private static let unsettled = 4

    /// Reading continues elsewhere in the file.
    mutating func restart() { (state, count) = (.landed, 0) }

    /// Counts the next packet of the track.
    /// - Parameters:
    ///   - decode: its decode time according to FFmpeg, in ticks; nil when unknown.
    ///   - duration: ticks; 0 when unknown.
    ///   - timescale: ticks per second.
    ///   - beginsFrame: whether a frame begins in it; only needed of the first packet.
    /// - Returns: its decode time in ticks; nil if FFmpeg's is right.
    mutating func count(_ decode: Int64?, duration: Int64, timescale: Int32, beginsFrame: @autoclosure () -> Bool) -> Int64? {
        switch state {
        case .off: return nil
        case .landed:
            guard let decode, !beginsFrame() else {
                state = .off
                return nil
            }
            state = .counting(next: decode, error: nil)
            return nil
        case .counting(let next, let previous):
            let error = decode.map { $0.subtractingReportingOverflow(next) }
            guard duration > 0, error?.overflow != true, (error?.partialValue ?? 0).magnitude <= timescale.magnitude else {
                state = .off
                return nil
            }
            let difference = error?.partialValue ?? previous ?? 0
            count += 1
            // FFmpeg counts, too, so its error is constant until a packet states a time.
            if count > Self.unsettled,
                difference.magnitude < duration / 4 || (difference - (previous ?? difference)).magnitude > duration / 4
            {
                state = .off
                return nil
            }
            state = .counting(next: next &+ duration, error: difference)
            return next
        }
    }
}

extension FrameRecount {
    /// Corrects the times of the next packet of the video track.
    mutating func correct(_ packet: UnsafeMutablePointer<AVPacket>, timescale: Int32) {
        let bytes = UnsafeRawBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size))
        let (presentation, decode) = (packet.pointee.pts, packet.pointee.dts)
        let counted = count(
            decode == wb_no_pts ? nil : decode, duration: packet.pointee.duration, timescale: timescale,
            beginsFrame: Self.hasPicture(bytes))
        guard let counted else { return }
        packet.pointee.dts = counted
        // B frames are presented when they are decoded. The time of others follows from the frames after them.
        packet.pointee.pts = presentation == decode ? counted : wb_no_pts
    }

    /// Whether bytes contain the start code of a picture. FFmpeg may join the rest of a frame with the next one, whose time is stated then.
    private static func hasPicture(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var zeros = 0
        var isCode = false
        for byte in bytes {
            if isCode, byte == 0 { return true }
            isCode = byte == 1 && zeros >= 2
            zeros = byte == 0 ? zeros + 1 : 0
        }
        return false
    }
}
