// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia

/// Decodes a film backwards, through a demuxer of its own on a thread of its own, as far ahead as playing needs.
final class BackwardReader: Sendable {
    private struct Orders {
        var walk: BackwardWalk
        var isStopped = false
        /// Counts corrections of the position.
        var corrections = 0
    }

    /// Pictures handed on before they are due: fewer than a ``TrickPlayFrameSelector`` keeps.
    private static let lead = 8

    private let orders: Monitor<Orders>
    private let input: TransportInput
    private let options: VideoDecoder.Options
    private let room: Int
    private let report: @Sendable (VideoFrame) -> Void

    /// - Parameters:
    ///   - position: seconds of the film; what is shown lies before it.
    ///   - rate: media seconds per second, negative.
    ///   - room: bytes that a stretch of decoded pictures may take; two of them are held at a time.
    ///   - report: gets each picture once, from the last to the first.
    init(
        _ input: TransportInput, from position: Double, rate: Double, options: VideoDecoder.Options, room: Int = 48 << 20,
        report: @escaping @Sendable (VideoFrame) -> Void
    ) {
        orders = Monitor(Orders(walk: BackwardWalk(from: position, rate: rate, at: MonotonicClock.now)))
        self.input = input
        self.options = options
        self.room = room
        self.report = report
        WorkerThread.start { [self] in run() }
    }

    /// Says where playing is now.
    func follow(_ position: Double) {
        orders.change { orders in
            orders.walk.follow(position, at: MonotonicClock.now)
            orders.corrections += 1
        }
    }

    func stop() {
        orders.change { $0.isStopped = true }
        input.close()
    }

    private var isStopped: Bool { orders.read { $0.isStopped } }

    private func run() {
        do throws(CodecError) {
            let demuxer = try Demuxer(input, container: .file)
            guard let track = demuxer.formatsKnown.first(where: { $0.kind == .video }) else { return }
            var shelf = Shelf()
            while !isStopped {
                switch orders.read({ $0.walk.next(at: MonotonicClock.now) }) {
                case .over:
                    while handOn(&shelf, downTo: 0) {}
                    return
                case .key(let time):
                    let picture = try key(demuxer, track, at: time)
                    shelf.add(picture.map { [$0] } ?? [], to: orders)
                    while shelf.pictures.count > 1, handOn(&shelf, downTo: 1) {}
                case .stretch(let end):
                    let pictures = try stretch(demuxer, track, before: end, handingOn: &shelf)
                    shelf.add(pictures, to: orders)
                    while handOn(&shelf, downTo: shelf.most / 2) {}
                }
            }
        } catch { return }
    }

    /// The key picture at a time or before it.
    private func key(_ demuxer: Demuxer, _ track: TrackFormat, at time: Double) throws(CodecError) -> VideoFrame? {
        try demuxer.seek(to: time)
        while let sample = try demuxer.next(), !isStopped {
            guard sample.format === track, sample.isKey else { continue }
            return try PictureReader.decode(sample, at: demuxer.place(of: sample), deinterlacing: options.deinterlacing)
        }
        return nil
    }

    /// The last pictures before a time, in order.
    private func stretch(
        _ demuxer: Demuxer, _ track: TrackFormat, before end: Double, handingOn shelf: inout Shelf
    ) throws(CodecError) -> [VideoFrame] {
        let decoder = VideoDecoder(options: options)
        var pictures = LastPictures(before: end, room: room)
        try demuxer.seek(to: max(end - 0.002, 0))
        var behind = 0
        var hasBegun = false
        while let sample = try demuxer.next(), !isStopped {
            guard sample.format === track, hasBegun || sample.isKey else { continue }
            hasBegun = true
            let time = demuxer.place(of: sample)
            if time > end - 0.001 {
                // No more than the decoder's depth of later pictures come before an earlier one.
                behind += 1
                if sample.isKey || behind > decoder.depth + 1 { break }
            }
            try decoder.decode(sample, at: time, isNeeded: pictures.mayKeep(time, sample.duration.seconds)) { pictures.take($0) }
            while handOn(&shelf, downTo: 0, waits: false) {}
        }
        try decoder.drain { pictures.take($0) }
        shelf.most = pictures.most
        return pictures.list
    }

    /// Hands on the next picture when it is about to be due.
    /// - Returns: false when there is none beyond so many, or when it isn't time yet and that is not waited for.
    private func handOn(_ shelf: inout Shelf, downTo count: Int, waits: Bool = true) -> Bool {
        guard shelf.pictures.count > count, let next = shelf.pictures.last else { return false }
        let early = Double(Self.lead) * (next.duration > 0 ? next.duration : 1.0 / 30)
        let (moment, corrections) = orders.read { ($0.walk.moment(of: next.time + early), $0.corrections) }
        guard moment <= MonotonicClock.now else {
            guard waits else { return false }
            let isStopped = orders.wait(until: moment.nanoseconds) { orders -> Bool? in
                orders.isStopped ? true : orders.corrections != corrections ? false : nil
            }
            return isStopped != true
        }
        report(next)
        shelf.pictures.removeLast()
        return true
    }

    /// Decoded pictures in order: the last one is next.
    private struct Shelf {
        var pictures: [VideoFrame] = []
        /// How many a stretch has at most.
        var most = 1

        mutating func add(_ stretch: [VideoFrame], to orders: Monitor<Orders>) {
            pictures.insert(contentsOf: stretch, at: 0)
            orders.change { $0.walk.decoded(from: stretch.first?.time, at: MonotonicClock.now) }
        }
    }
}

/// The last pictures before a time, as many as there is room for.
private struct LastPictures {
    private(set) var list: [VideoFrame] = []
    private(set) var most = LastPictures.atMost
    private static let atMost = 48
    private let end: Double
    private let room: Int

    init(before end: Double, room: Int) {
        self.end = end
        self.room = room
    }

    /// False for what lies too far before the end to be among the last.
    func mayKeep(_ time: Double, _ duration: Double) -> Bool { duration <= 0 || time > end - Double(most + 1) * duration }

    mutating func take(_ picture: VideoFrame) {
        most = min(max(room / max(picture.byteCount, 1), 4), Self.atMost)
        guard picture.time < end - 0.001, mayKeep(picture.time, picture.duration) else { return }
        list.append(picture)
        if list.count > most { list.removeFirst() }
    }
}
