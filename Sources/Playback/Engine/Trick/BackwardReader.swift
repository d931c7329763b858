// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia

/// Decodes a file backwards with a separate demuxer on a separate thread, as far ahead as playback needs.
final class BackwardReader: Sendable {
    private struct Commands {
        var walk: BackwardPlan
        var isStopped = false
        /// Counts corrections of the position.
        var corrections = 0
    }

    /// Frames passed on before they are due. Fewer than a ``TrickPlayFrameSelector`` keeps.
    private static let lead = 8

    private let commands: Monitor<Commands>
    private let input: TransportInput
    private let timestamps: JoinedFileMap
    private let options: VideoDecoder.Options
    private let maximumBytes: Int
    private let report: @Sendable (VideoFrame) -> Void

    /// - Parameters:
    ///   - position: seconds on the file's timeline. Frames before it are shown.
    ///   - rate: media seconds per second, negative.
    ///   - maximumBytes: the maximum number of bytes for a stretch of decoded frames. Two stretches are held at a time.
    ///   - report: receives each frame once, from the last to the first.
    init(
        _ input: TransportInput, _ timestamps: JoinedFileMap = JoinedFileMap(), from position: Double, rate: Double,
        options: VideoDecoder.Options, maximumBytes: Int = 48 << 20, report: @escaping @Sendable (VideoFrame) -> Void
    ) {
        commands = Monitor(Commands(walk: BackwardPlan(from: position, rate: rate, at: MonotonicClock.now)))
        self.input = input
        self.timestamps = timestamps
        self.options = options
        self.maximumBytes = maximumBytes
        self.report = report
        WorkerThread.start { [self] in run() }
    }

    /// Updates the playback position.
    func follow(_ position: Double) {
        commands.change { commands in
            commands.walk.follow(position, at: MonotonicClock.now)
            commands.corrections += 1
        }
    }

    func stop() {
        commands.change { $0.isStopped = true }
        input.close()
    }

    private var isStopped: Bool { commands.read { $0.isStopped } }

    private func run() {
        do throws(CodecError) {
            let demuxer = try Demuxer(file: input, map: timestamps)
            guard let track = demuxer.formatsKnown.first(where: { $0.kind == .video }) else { return }
            var backlog = FrameBacklog()
            while !isStopped {
                switch commands.read({ $0.walk.next(at: MonotonicClock.now) }) {
                case .over:
                    while deliverNext(&backlog, downTo: 0) {}
                    return
                case .key(let time):
                    let frame = try key(demuxer, track, at: time)
                    backlog.add(frame.map { [$0] } ?? [], to: commands)
                    while backlog.frames.count > 1, deliverNext(&backlog, downTo: 1) {}
                case .stretch(let end):
                    let frames = try stretch(demuxer, track, before: end, handingOn: &backlog)
                    backlog.add(frames, to: commands)
                    while deliverNext(&backlog, downTo: backlog.capacity / 2) {}
                }
            }
        } catch { return }
    }

    /// Decodes the keyframe at a time or before it.
    private func key(_ demuxer: Demuxer, _ track: TrackFormat, at time: Double) throws(CodecError) -> VideoFrame? {
        try demuxer.seek(to: time)
        while let sample = try demuxer.next(), !isStopped {
            guard sample.format === track, sample.isKey else { continue }
            return try KeyframeReader.decode(sample, at: demuxer.fileTime(of: sample), deinterlacing: options.deinterlacing)
        }
        return nil
    }

    /// Decodes the last frames before a time. Returns them in order.
    private func stretch(
        _ demuxer: Demuxer, _ track: TrackFormat, before end: Double, handingOn backlog: inout FrameBacklog
    ) throws(CodecError) -> [VideoFrame] {
        let decoder = VideoDecoder(options: options)
        var frames = LastFrames(before: end, maximumBytes: maximumBytes)
        try demuxer.seek(to: max(end - 0.002, 0))
        var behind = 0
        var hasBegun = false
        while let sample = try demuxer.next(), !isStopped {
            guard sample.format === track, hasBegun || sample.isKey else { continue }
            hasBegun = true
            let time = demuxer.fileTime(of: sample)
            if time > end - 0.001 {
                // No more than the decoder's depth of later frames precede an earlier one in decode order.
                behind += 1
                if sample.isKey || behind > decoder.depth + 1 { break }
            }
            try decoder.decode(sample, at: time, isNeeded: frames.mayKeep(time, sample.duration.seconds)) { frames.add($0) }
            while deliverNext(&backlog, downTo: 0, waits: false) {}
        }
        try decoder.drain { frames.add($0) }
        backlog.capacity = frames.capacity
        return frames.list
    }

    /// Passes on the next frame when it is about to be due.
    /// - Returns: false when there are no more than `count` frames, or the next one isn't due and `waits` is false.
    private func deliverNext(_ backlog: inout FrameBacklog, downTo count: Int, waits: Bool = true) -> Bool {
        guard backlog.frames.count > count, let next = backlog.frames.last else { return false }
        let early = Double(Self.lead) * (next.duration > 0 ? next.duration : 1.0 / 30)
        let (moment, corrections) = commands.read { ($0.walk.moment(of: next.time + early), $0.corrections) }
        guard moment <= MonotonicClock.now else {
            guard waits else { return false }
            let isStopped = commands.wait(until: moment.nanoseconds) { commands -> Bool? in
                commands.isStopped ? true : commands.corrections != corrections ? false : nil
            }
            return isStopped != true
        }
        report(next)
        backlog.frames.removeLast()
        return true
    }

    /// Decoded frames in order. The last one is next.
    private struct FrameBacklog {
        var frames: [VideoFrame] = []
        /// The maximum number of frames in a stretch.
        var capacity = 1

        mutating func add(_ stretch: [VideoFrame], to commands: Monitor<Commands>) {
            frames.insert(contentsOf: stretch, at: 0)
            commands.change { $0.walk.decoded(from: stretch.first?.time, at: MonotonicClock.now) }
        }
    }
}

/// The last frames before a time, as many as fit.
private struct LastFrames {
    private(set) var list: [VideoFrame] = []
    private(set) var capacity = LastFrames.maxCapacity
    private static let maxCapacity = 48
    private let end: Double
    private let maximumBytes: Int

    init(before end: Double, maximumBytes: Int) {
        self.end = end
        self.maximumBytes = maximumBytes
    }

    /// False for frames too far before the end to be among the last.
    func mayKeep(_ time: Double, _ duration: Double) -> Bool { duration <= 0 || time > end - Double(capacity + 1) * duration }

    mutating func add(_ frame: VideoFrame) {
        capacity = min(max(maximumBytes / max(frame.byteCount, 1), 4), Self.maxCapacity)
        guard frame.time < end - 0.001, mayKeep(frame.time, frame.duration) else { return }
        list.append(frame)
        if list.count > capacity { list.removeFirst() }
    }
}
