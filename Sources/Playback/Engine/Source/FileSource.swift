// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

/// Plays a single file or endless stream of any container, demuxed on a thread of its own.
actor FileSource: ItemSource {
    private struct Orders {
        var seek: Double?
        var isStopped = false
        /// Seconds queued ahead of the position beyond which demuxing waits.
        var position = 0.0
        var epoch = 0
    }

    /// Seconds demuxed ahead.
    private let ahead: Double

    private let tracks: ItemTracks
    private let input: TransportInput
    private let address: String
    private let orders = Monitor(Orders())
    private let queue: EngineQueue
    private let facts: @Sendable (SourceFact) -> Void
    private let request: TransportRequest
    private let transport: any Transport
    private var previews: FilePreviews?
    private var backward: BackwardReader?
    private var isSeekable = false
    /// Of the picture that is wanted now.
    private var previewNumber: Int?
    private var bytesTold = 0
    /// Those that play; empty until the file is open.
    private var kinds: Set<TrackKind> = []
    private var text = FileText()
    private let subtitleLanguages: [String]

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    init(
        opened: OpenedResource, address: String, tracks: ItemTracks, transport: any Transport, ahead: Double? = nil,
        subtitleLanguages: [String] = [], queue: EngineQueue, facts: @escaping @Sendable (SourceFact) -> Void
    ) {
        self.tracks = tracks
        self.address = address
        self.ahead = ahead ?? 10
        self.queue = queue
        self.facts = facts
        self.transport = transport
        self.subtitleLanguages = subtitleLanguages
        request = TransportRequest(url: opened.head.url, limits: .init(whole: .infinity), referrer: address)
        input = TransportInput(opened: opened, request: request, transport: transport)
    }

    func start(at position: StartPosition) {
        let time = if case .time(let time) = position { max(time, 0) } else { 0.0 }
        _ = tracks.restart(at: time)
        orders.change { orders in
            orders.seek = time > 0 ? time : nil
            orders.position = time
        }
        facts(.position(time))
        let (tracks, input, orders, ahead) = (tracks, input, orders, ahead)
        let report: @Sendable (Fact) -> Void = { [weak self] fact in self?.hop { $0.demuxed(fact) } }
        WorkerThread.start { Self.run(input, tracks, orders, ahead: ahead, report: report) }
    }

    private nonisolated func hop(_ body: @escaping @Sendable (isolated FileSource) -> Void) {
        queue.enqueue { self.assumeIsolated(body) }
    }

    func seek(to time: Double) { seek(to: time, isRough: false) }
    func scrub(to time: Double) { seek(to: time, isRough: true) }

    private func seek(to time: Double, isRough: Bool) {
        // In one step with the order: else the demuxing thread could append what it had read for the old position, or complete
        // a queue that was just emptied.
        orders.change { orders in
            let covered = tracks.restart(at: time, isRough: isRough)
            orders.position = time
            if !kinds.isEmpty, covered.isSuperset(of: kinds) { return }
            // Half of a file's tracks at one place and half at another would not fit together.
            if !covered.isEmpty {
                tracks.video.state.change { $0.samples.removeAll() }
                tracks.audio.state.change { $0.samples.removeAll() }
            }
            orders.seek = time
            orders.epoch += 1
        }
    }

    func note(_ playback: Playback) {
        orders.change { $0.position = playback.position }
        backward?.follow(playback.position)
        let received = input.bytesReceived
        if received > bytesTold { facts(.transferred(Transfer(bytes: received - bytesTold))) }
        bytesTold = received
        // Not within this call: what the engine does about it may end in telling of the playback again.
        hop { $0.facts(.progressed) }
    }

    func goOn() {}
    /// Forwards the file itself is played, however fast.
    func canTrick(at rate: Double) -> Bool { rate < 0 && isSeekable && kinds.contains(.video) }

    func trick(rate: Double?) {
        backward?.stop()
        backward = nil
        guard let rate, rate < 0, let length = input.length else { return }
        backward = BackwardReader(
            TransportInput(request: request, length: length, transport: transport), from: orders.read { $0.position }, rate: rate,
            options: tracks.video.options
        ) { [weak self] picture in
            self?.hop { $0.facts(.picture(picture, isScrub: false)) }
        }
    }

    func preview(at time: Double?, width: Int) {
        previewNumber = nil
        guard let time else { return previews?.forget() ?? () }
        guard kinds.contains(.video), let length = input.length else { return facts(.noPreview) }
        let previews =
            previews
            ?? FilePreviews(TransportInput(request: request, length: length, transport: transport)) { [weak self] preview, number in
                self?.hop { $0.received(preview, number) }
            }
        self.previews = previews
        previewNumber = previews.want(time, width: width)
    }

    private func received(_ preview: Preview?, _ number: Int) {
        guard number == previewNumber else { return }
        previewNumber = nil
        facts(preview.map { .preview($0) } ?? .noPreview)
    }

    func select(_ selection: Selection) {
        guard case .subtitles(let index) = selection, index != text.chosen else { return }
        let changes = text.select(index)
        guard !changes.isEmpty else { return }
        tellPresentation()
        for change in changes { facts(.text(change)) }
    }

    private func tellPresentation() { facts(.presentation(text.presentation)) }

    func limit(_ limits: QualityLimits) {}
    /// One file is read as it lies: what is passed over is left by a seek.
    func block(_ ranges: BlockedRanges) {}

    func stop() {
        orders.change { $0.isStopped = true }
        input.close()
        previews?.stop()
        backward?.stop()
        tracks.stop()
    }

    private enum Fact: Sendable {
        case opened(kinds: Set<TrackKind>, duration: Double?, texts: [TextTrack], offset: Double)
        case text(FileText.Sample)
        case endOfText
        case captions(EmbeddedCaptions)
        case failed(CodecError, TransportError?)
        case queued
    }

    private func demuxed(_ fact: Fact) {
        switch fact {
        case .opened(let kinds, let duration, let texts, let offset):
            self.kinds = kinds
            text = FileText(texts, offset: offset)
            _ = text.select(text.track(in: subtitleLanguages))
            tellPresentation()
            isSeekable = duration != nil && input.length != nil
            facts(
                .timeline(
                    Timeline(
                        kind: duration == nil ? .live : .onDemand, duration: duration,
                        seekable: isSeekable ? TimeRange(start: 0, end: duration!) : .zero, targetDuration: 0)))
            facts(.kinds(kinds))
        case .failed(let error, let failure): facts(.failed(reason(error, failure)))
        case .text(let sample): for change in text.take(sample) { facts(.text(change)) }
        case .endOfText:
            for change in text.finish() { facts(.text(change)) }
            if text.chosen != nil { facts(.text(.complete)) }
        case .captions(let captions): facts(.captions(captions))
        case .queued: facts(.progressed)
        }
    }

    private func reason(_ error: CodecError, _ failure: TransportError?) -> StreamingError {
        let code: StreamingError.Code =
            switch error.code {
            case .unsupported: .unsupported
            case .locked: .key
            default: .unavailable
            }
        guard !kinds.isEmpty || error.code != .malformed else {
            let message = "this is neither a playlist nor a media file of a kind known here (\(error.description))"
            return StreamingError(.unsupported, message: message, url: address)
        }
        // No network is to blame for what becomes of a file of this machine.
        let isOfNetwork = failure.map { !$0.url.hasPrefix("file:") || $0.cause == .notFound } ?? false
        return StreamingError(
            code, message: error.description, url: address, underlying: isOfNetwork ? failure.map { LoadFailure($0) } : nil,
            isTransient: failure?.canRetry ?? false)
    }

    // MARK: The demuxing thread

    private static func run(
        _ input: TransportInput, _ tracks: ItemTracks, _ orders: Monitor<Orders>, ahead: Double,
        report: @escaping @Sendable (Fact) -> Void
    ) {
        do throws(CodecError) {
            let demuxer = try Demuxer(input, container: .file)
            let formats = demuxer.formatsKnown
            // The first track of each kind plays.
            let chosen = [TrackKind.video, .audio].compactMap { kind in formats.first { $0.kind == kind } }
            guard !chosen.isEmpty else { throw CodecError(.unsupported, "the file has neither video nor audio that is known here") }
            let texts = demuxer.textTracks
            let offset = -max(demuxer.start, 0)
            var captions = FileCaptions(texts)
            // Where a track has them, those inside the pictures say the same.
            if captions.track != nil { tracks.leaveCaptionsOut() }
            report(.opened(kinds: Set(chosen.map(\.kind)), duration: demuxer.duration, texts: texts, offset: offset))
            var isFirst = true
            var isAtEnd = false
            while true {
                let order: (seek: Double?, isStopped: Bool) = orders.wait { orders in
                    if orders.isStopped { return (nil, true) }
                    if let seek = orders.seek {
                        orders.seek = nil
                        return (seek, false)
                    }
                    return isAtEnd ? nil : (nil, false)
                }
                if order.isStopped { return }
                if let time = order.seek {
                    try demuxer.seek(to: time)
                    captions.restart()
                    isAtEnd = false
                    tracks.video.state.change { $0.samples.reopen() }
                }
                guard let sample = try demuxer.next() else {
                    isAtEnd = true
                    orders.change { if $0.seek == nil { for format in chosen { tracks.complete(format.kind) } } }
                    report(.endOfText)
                    report(.queued)
                    continue
                }
                if sample.format.textCoding != nil, sample.protection == nil {
                    let text = FileText.Sample(sample, in: demuxer)
                    for pair in captions.take(text) { report(.captions(pair)) }
                    if text.track != captions.track { report(.text(text)) }
                    continue
                }
                guard chosen.contains(where: { $0 === sample.format }) else { continue }
                guard sample.protection == nil else { throw .lockedFile(sample.format) }
                let entry = SampleQueue.Entry(sample: sample, time: demuxer.place(of: sample), duration: sample.duration.seconds)
                orders.change { if $0.seek == nil, entry.end > 0 { tracks.appendInterleaved(entry, hasSound: chosen.count > 1) } }
                if isFirst {
                    isFirst = false
                    report(.queued)
                }
                waitForRoom(chosen.map(\.kind), tracks, orders, goal: ahead)
            }
        } catch { if !orders.read({ $0.isStopped }) { report(.failed(error, input.failure)) } }
    }

    private static func waitForRoom(_ kinds: [TrackKind], _ tracks: ItemTracks, _ orders: Monitor<Orders>, goal: Double) {
        while true {
            let ahead = kinds.map { tracks.buffered($0)?.end ?? -.infinity }.min() ?? -.infinity
            let deadline = MonotonicClock.now.nanoseconds + 200_000_000
            let goesOn = orders.wait(until: deadline) { orders in
                orders.isStopped || orders.seek != nil || ahead - orders.position < goal ? true : nil
            }
            if goesOn != nil { return }
        }
    }
}

extension FileText.Sample {
    fileprivate init(_ sample: Sample, in demuxer: Demuxer) {
        let start = demuxer.place(of: sample)
        self.init(track: sample.track, bytes: sample.text, range: TimeRange(start: start, end: start + sample.duration.seconds))
    }
}
