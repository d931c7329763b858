// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

/// Plays a single file or endless stream in any container, demuxed on a separate thread.
actor FileSource: ItemSource {
    /// Seconds to demux ahead.
    private let ahead: Double

    private let tracks: ItemTracks
    let access: FileAccess
    private let address: String
    let commands = Monitor(FileReading.Commands())
    private let queue: EngineQueue
    let facts: @Sendable (SourceFact) -> Void
    private var readers: FileReaders
    private var isSeekable = false
    private var reportedBytes = 0
    /// The tracks being played; empty until the file is open.
    private var played = FileTracks([])
    private var kinds: Set<TrackKind> { played.kinds }
    private(set) var text = FileText()
    var pictures = ImageSubtitleState()
    private let subtitleLanguages: [String]
    private let radio: RadioBody?

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
        self.subtitleLanguages = subtitleLanguages
        access = FileAccess(opened, address: address, transport: transport)
        readers = FileReaders(access)
        radio = opened.radio
    }

    func start(at position: StartPosition) {
        let time = if case .time(let time) = position { max(time, 0) } else { 0.0 }
        pictures.jump(to: time)
        _ = tracks.restart(at: time)
        commands.change { commands in
            commands.seek = time > 0 ? time : nil
            commands.position = time
        }
        facts(.position(time))
        facts(.begun)
        let (tracks, input, timestamps, commands, ahead) = (tracks, access.input, access.timestamps, commands, ahead)
        let report: @Sendable (FileReading.Fact) -> Void = { [weak self] fact in self?.post { $0.read(fact) } }
        radio?.listen { [weak self] metadata in self?.post { $0.facts(.metadata(metadata)) } }
        WorkerThread.start { FileReading(input, timestamps, tracks, commands, ahead: ahead, report: report).run() }
    }

    nonisolated func post(_ body: @escaping @Sendable (isolated FileSource) -> Void) {
        queue.enqueue { self.assumeIsolated(body) }
    }

    func seek(to time: Double) { seek(to: time, isRough: false) }
    func scrub(to time: Double) { seek(to: time, isRough: true) }

    private func seek(to time: Double, isRough: Bool) {
        // In one step with the order. Otherwise the demuxing thread could append samples for the old position, or complete a queue that was
        // just emptied.
        let jumps = commands.change { commands in
            let covered = tracks.restart(at: time, isRough: isRough)
            commands.position = time
            if !kinds.isEmpty, covered.isSuperset(of: kinds) { return false }
            // The tracks of one file can't be read from different positions.
            if !covered.isEmpty {
                tracks.video.state.change { $0.samples.removeAll() }
                tracks.audio.state.change { $0.samples.removeAll() }
            }
            commands.seek = time
            commands.epoch += 1
            return true
        }
        if jumps { jumpPictures(to: time, isRough: isRough) } else if !isRough { lookBack() }
    }

    func note(_ playback: Playback) {
        commands.change { $0.position = playback.position }
        readers.follow(playback.position)
        trimPictures(before: playback.position)
        let received = access.input.bytesReceived
        if received > reportedBytes { facts(.transferred(Transfer(bytes: received - reportedBytes))) }
        reportedBytes = received
        facts(.progressed)
    }

    func firstFrameShown() {
        showedFrame()
        readers.startMeasuring { [weak self] duration in self?.post { $0.reportTimeline(duration) } }
    }

    /// Forwards, the file itself is played at any speed.
    func canTrick(at rate: Double) -> Bool { rate < 0 && isSeekable && kinds.contains(.video) }

    func trick(rate: Double?) {
        readers.stopBackward()
        guard let rate, rate < 0 else { return }
        var options = tracks.video.options
        (options.deinterlacing, options.fieldOutput) = (tracks.deinterlacing, .frame)
        readers.playBackward(from: commands.read { $0.position }, rate: rate, options: options) { [weak self] frame in
            self?.post { $0.facts(.frame(frame, isScrub: false)) }
        }
    }

    func preview(at time: Double?, width: Int) {
        guard let time else { return readers.cancelPreview() }
        guard kinds.contains(.video) else { return facts(.noPreview) }
        let isRequested = readers.requestPreview(at: time, width: width, deinterlacing: tracks.deinterlacing) {
            [weak self] preview, number in
            self?.post { source in
                if source.readers.receivePreview(number) { source.facts(preview.map { .preview($0) } ?? .noPreview) }
            }
        }
        if !isRequested { facts(.noPreview) }
    }

    func select(_ selection: Selection) {
        switch selection {
        case .audio(let index):
            guard let track = played.selectAudio(index) else { return }
            commands.change { $0.audio = track }
            reportPresentation()
        case .subtitles(let index):
            guard index != text.chosen else { return }
            let changes = text.select(index)
            guard !changes.isEmpty else { return }
            reportPresentation()
            for change in changes { facts(.text(change)) }
            choosePictures()
        case .variant: break
        }
    }

    private func reportPresentation() {
        var presentation = text.presentation
        presentation.audio = played.renditions
        presentation.chosenAudio = played.chosenAudioTrack
        facts(.presentation(presentation))
    }

    func limit(_ limits: QualityLimits) {}
    /// A file is read sequentially. Blocked ranges are skipped with a seek.
    func block(_ ranges: BlockedRanges) {}

    func stop() {
        commands.change { $0.isStopped = true }
        access.input.close()
        readers.stop()
        pictures.lookBack?.stop()
        tracks.stop()
    }

    private func read(_ fact: FileReading.Fact) {
        switch fact {
        case .metadata(let metadata): if radio == nil { facts(.metadata(metadata)) }
        case .opened(let tracks, let duration, let texts, let offset):
            played = tracks
            text = FileText(texts, offset: offset)
            _ = text.select(text.track(in: subtitleLanguages))
            if pictureTrack != nil { choosePictures() }
            reportPresentation()
            isSeekable = duration != nil && access.input.length != nil
            reportTimeline(duration)
            facts(.kinds(kinds))
        case .duration(let duration): reportTimeline(duration)
        case .mayBeJoined: readers.measureDuration()
        case .found(let track):
            guard played.find(track) else { return }
            reportPresentation()
            facts(.kinds(kinds))
        case .failed(let error, let failure):
            facts(
                .failed(
                    StreamingError(
                        error, failure, address: address, isLocal: access.input.isLocal,
                        content: kinds.isEmpty ? .foreign(access.foreignContent) : .media)))
        case .pictures(let sets, let epoch): report(sets, epoch: epoch)
        case .text(let sample): for change in text.add(sample) { facts(.text(change)) }
        case .endOfText:
            for change in text.finish() { facts(.text(change)) }
            if text.chosen != nil { facts(.text(.complete)) }
        case .captions(let captions): facts(.captions(captions))
        case .queued: facts(.progressed)
        }
    }

    private func reportTimeline(_ duration: Double?) {
        let seekable = isSeekable ? TimeRange(start: 0, end: duration ?? 0) : .zero
        let isLive = duration == nil && access.input.length == nil
        facts(.timeline(Timeline(kind: isLive ? .live : .onDemand, duration: duration, seekable: seekable, targetDuration: 0)))
    }
}
