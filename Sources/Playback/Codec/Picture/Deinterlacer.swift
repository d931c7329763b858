// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import WindowboxMedia

/// Deinterlaces frames as a decoder outputs them. Used on the decoder's thread.
///
/// Frames of progressive streams pass at once and at no cost. From the first interlaced frame on, each frame waits for the next one, and
/// each field becomes a frame with its own time. Without the filter, frames pass unchanged.
final class Deinterlacer {
    /// The time of an output frame.
    struct Timing: Hashable {
        /// Seconds.
        var time: Double
        /// Seconds; 0 when unknown.
        var duration: Double

        /// The time of one of a frame's fields.
        /// - Parameters:
        ///   - next: the time of the next frame; nil at the end.
        ///   - isSecond: it is the later field.
        ///   - count: the number of frames output for the frame.
        func field(next: Double?, isSecond: Bool, count: Int) -> Timing {
            let distance = next.map { $0 - time } ?? 0
            // The distance to a frame after a gap says nothing about this one's duration.
            let isPlausible = distance > 0 && (duration <= 0 || distance <= 3 * duration)
            let length = isPlausible ? distance : duration > 0 ? duration : 0.04
            guard count > 1 else { return Timing(time: time, duration: duration) }
            return Timing(time: isSecond ? time + length / 2 : time, duration: length / 2)
        }
    }

    var mode: Deinterlacing
    var fieldOutput: FieldOutput
    /// Seconds. Frames that end earlier are not wanted, and pass unchanged.
    var neededFrom = -Double.infinity

    private var filter: FieldFilter?
    private var format: FieldFilter.Format?
    private var settings: (mode: Deinterlacing, output: FieldOutput)?
    /// Frames inside, by number. The first one may have been output in part.
    private var inside: [(number: Int, timing: Timing, origin: Int, isInterlaced: Bool, given: Int)] = []
    private var number = 0
    private var progressive = 0
    private var isUnavailable = false
    private let output = FrameBuffer()

    /// The number of consecutive progressive frames after which the filter is closed.
    private static let maxProgressiveFrames = 50

    init(mode: Deinterlacing, fieldOutput: FieldOutput) {
        self.mode = mode
        self.fieldOutput = fieldOutput
    }

    /// Whether a frame is held until the next one arrives.
    var isHolding: Bool { !inside.isEmpty }

    /// - Parameter frame: becomes empty.
    func process(_ frame: UnsafeMutablePointer<AVFrame>, orientation: DisplayOrientation, emit: (VideoFrame) -> Void) {
        let isInterlaced = frame.pointee.interlaced_frame != 0
        let isNeeded = mode == .always || mode == .automatic && isInterlaced
        guard filter != nil || isNeeded, !isUnavailable else { return emit(VideoFrame(moving: frame, orientation: orientation)) }
        let timing = Timing(
            time: Double(frame.pointee.best_effort_timestamp) / 1e9, duration: Double(frame.pointee.pkt_duration) / 1e9)
        progressive = isNeeded ? 0 : progressive + 1
        let isUnwanted = timing.time + 2 * max(timing.duration, 0.04) < neededFrom
        if isUnwanted || mode == .off || progressive > Self.maxProgressiveFrames || mustBeginAnew(frame, at: timing) {
            drain(orientation: orientation, emit: emit)
        }
        guard isNeeded || filter != nil, !isUnwanted, mode != .off else {
            return emit(VideoFrame(moving: frame, orientation: orientation))
        }
        do throws(CodecError) {
            let filter = try opened(for: frame)
            number += 1
            let origin = Int(frame.pointee.reordered_opaque)
            try filter.put(frame, number: number)
            inside.append((number, timing, origin, isNeeded, 0))
            try takeAll(orientation: orientation, isEnd: false, emit: emit)
        } catch {
            isUnavailable = true
            close()
            if frame.pointee.data.0 != nil { emit(VideoFrame(moving: frame, orientation: orientation)) }
        }
    }

    /// Outputs what is still inside, and restarts.
    func drain(orientation: DisplayOrientation, emit: (VideoFrame) -> Void) {
        defer { close() }
        guard let filter, !inside.isEmpty else { return }
        do throws(CodecError) {
            try filter.put(nil, number: 0)
            try takeAll(orientation: orientation, isEnd: true, emit: emit)
        } catch { isUnavailable = true }
    }

    /// Drops what is still inside.
    func reset() { close() }

    private func close() {
        filter = nil
        inside.removeAll()
        progressive = 0
    }

    private func mustBeginAnew(_ frame: UnsafeMutablePointer<AVFrame>, at timing: Timing) -> Bool {
        guard filter != nil else { return false }
        if format != FieldFilter.Format(frame) || settings?.mode != mode || settings?.output != fieldOutput { return true }
        // Frames far apart show different things.
        guard let last = inside.last?.timing else { return false }
        return timing.time <= last.time || timing.time - last.time > 0.5
    }

    private func opened(for frame: UnsafeMutablePointer<AVFrame>) throws(CodecError) -> FieldFilter {
        if let filter { return filter }
        let newFormat = FieldFilter.Format(frame)
        let filter = try FieldFilter(newFormat, fieldOutput, all: mode == .always)
        (self.filter, format, settings) = (filter, newFormat, (mode, fieldOutput))
        return filter
    }

    private func takeAll(orientation: DisplayOrientation, isEnd: Bool, emit: (VideoFrame) -> Void) throws(CodecError) {
        while let filter, try filter.take(output.raw) {
            let number = Int(output.raw.pointee.pts >> 1)
            inside.removeAll { $0.number < number }
            guard let first = inside.first, first.number == number else {
                av_frame_unref(output.raw)
                continue
            }
            let isSingle = settings?.output != .fields || !first.isInterlaced
            let next = inside.count > 1 ? inside[1].timing.time : nil
            let timing = first.timing.field(next: next, isSecond: first.given > 0, count: isSingle ? 1 : 2)
            inside[0].given += 1
            output.raw.pointee.best_effort_timestamp = MediaTime(seconds: timing.time, timescale: 1_000_000_000).value
            output.raw.pointee.pkt_duration = MediaTime(seconds: timing.duration, timescale: 1_000_000_000).value
            // Captions belong to the frame, so only its first field carries them.
            if first.given > 0 { av_frame_remove_side_data(output.raw, AV_FRAME_DATA_A53_CC) }
            emit(VideoFrame(moving: output.raw, orientation: orientation, origin: first.origin))
        }
        if isEnd { inside.removeAll() }
    }
}
