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
    let input: TransportInput
    private let address: String
    let commands = Monitor(FileReading.Commands())
    private let queue: EngineQueue
    let facts: @Sendable (SourceFact) -> Void
    let access: FileAccess
    private var previews: FilePreviews?
    private var backward: BackwardReader?
    private var isSeekable = false
    private var scout = FileScout()
    /// The number of the preview that is wanted now.
    private var previewNumber: Int?
    private var bytesReported = 0
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
        let request = TransportRequest(url: opened.head.url, limits: .init(whole: .infinity), referrer: address)
        input = TransportInput(opened: opened, request: request, transport: transport)
        access = FileAccess(request: request, transport: transport, timestamps: JoinedFileMap(isRemote: !input.isLocal))
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
        let (tracks, input, timestamps, commands, ahead) = (tracks, input, access.timestamps, commands, ahead)
        let report: @Sendable (FileReading.Fact) -> Void = { [weak self] fact in self?.hop { $0.read(fact) } }
        radio?.listen { [weak self] metadata in self?.hop { $0.facts(.metadata(metadata)) } }
        WorkerThread.start { FileReading(input, timestamps, tracks, commands, ahead: ahead, report: report).run() }
    }

    nonisolated func hop(_ body: @escaping @Sendable (isolated FileSource) -> Void) {
        queue.enqueue { self.assumeIsolated(body) }
    }

    func seek(to time: Double) { seek(to: time, isRough: false) }
    func scrub(to time: Double) { seek(to: time, isRough: true) }

    private func seek(to time: Double, isRough: Bool) {
        // Restarts the tracks and gives the command in one step. Otherwise the demuxing thread could append samples for the old position,
        // or complete a queue that was just emptied.
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
        backward?.follow(playback.position)
        trimPictures(before: playback.position)
        let received = input.bytesReceived
        if received > bytesReported { facts(.transferred(Transfer(bytes: received - bytesReported))) }
        bytesReported = received
        facts(.progressed)
    }

    func goOn() {
        guard scout.isWanted else { return }
        scout.start(access, length: input.length) { [weak self] duration in self?.hop { $0.tell(duration) } }
    }
    /// Forwards, the file itself can be played at any speed.
    func canTrick(at rate: Double) -> Bool { rate < 0 && isSeekable && kinds.contains(.video) }

    func trick(rate: Double?) {
        backward?.stop()
        backward = nil
        guard let rate, rate < 0, let length = input.length else { return }
        var options = tracks.video.options
        (options.deinterlacing, options.fieldOutput) = (tracks.deinterlacing, .frame)
        backward = BackwardReader(
            access.input(length: length), access.timestamps, from: commands.read { $0.position }, rate: rate, options: options
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
            ?? FilePreviews(access.input(length: length), access.timestamps) { [weak self] preview, number in
                self?.hop { $0.received(preview, number) }
            }
        self.previews = previews
        previewNumber = previews.want(time, width: width, deinterlacing: tracks.deinterlacing)
    }

    private func received(_ preview: Preview?, _ number: Int) {
        guard number == previewNumber else { return }
        previewNumber = nil
        facts(preview.map { .preview($0) } ?? .noPreview)
    }

    func select(_ selection: Selection) {
        switch selection {
        case .audio(let index):
            guard let track = played.hear(index) else { return }
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
        presentation.chosenAudio = played.chosenSound
        facts(.presentation(presentation))
    }

    func limit(_ limits: QualityLimits) {}
    /// A file is read sequentially. Blocked ranges are skipped with a seek.
    func block(_ ranges: BlockedRanges) {}

    func stop() {
        commands.change { $0.isStopped = true }
        input.close()
        previews?.stop()
        scout.stop()
        pictures.lookBack?.stop()
        backward?.stop()
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
            isSeekable = duration != nil && input.length != nil
            tell(duration)
            facts(.kinds(kinds))
        case .duration(let duration): tell(duration)
        case .mayBeJoined: scout.isWanted = true
        case .found(let track):
            guard played.find(track) else { return }
            reportPresentation()
            facts(.kinds(kinds))
        case .failed(let error, let failure):
            facts(.failed(StreamingError(error, failure, address: address, isMedia: !kinds.isEmpty, isLocal: input.isLocal)))
        case .pictures(let sets, let epoch): tell(sets, epoch: epoch)
        case .text(let sample): for change in text.take(sample) { facts(.text(change)) }
        case .endOfText:
            for change in text.finish() { facts(.text(change)) }
            if text.chosen != nil { facts(.text(.complete)) }
        case .captions(let captions): facts(.captions(captions))
        case .queued: facts(.progressed)
        }
    }

    private func tell(_ duration: Double?) {
        let seekable = isSeekable ? TimeRange(start: 0, end: duration ?? 0) : .zero
        let isLive = duration == nil && input.length == nil
        facts(.timeline(Timeline(kind: isLive ? .live : .onDemand, duration: duration, seekable: seekable, targetDuration: 0)))
    }
}
