// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxTransport

/// Demuxes a file for its item on a separate thread.
final class FileReading {
    /// Commands to the reading thread. Other threads write them.
    struct Commands {
        /// Seconds to seek to.
        var seek: Double?
        var isStopped = false
        /// Seconds. Reading waits when enough is queued after it.
        var position = 0.0
        var epoch = 0
        /// The audio track to play; nil keeps the current one.
        var audio: Int?
        /// The image subtitles to decode; nil keeps the current choice.
        var pictures: Pictures?

        enum Pictures {
            case off
            /// The track's index in the file.
            case track(Int)
        }
    }

    enum Fact: Sendable {
        case metadata(EmbeddedMetadata)
        case opened(FileTracks, duration: Double?, texts: [TextTrack], offset: Double)
        /// The duration has turned out to be different, in seconds.
        case duration(Double)
        /// It is a local file whose clock may jump.
        case mayBeJoined
        /// A track that the container did not announce at the start.
        case found(MediaTrack)
        case text(FileText.Sample)
        /// Image subtitles, read by the commands of an epoch.
        case pictures([ImageSubtitleSet], epoch: Int)
        case endOfText
        case captions(EmbeddedCaptions)
        case failed(CodecError, TransportError?)
        case queued
    }

    private let input: TransportInput
    private let timestamps: JoinedFileMap
    private let tracks: ItemTracks
    private let commands: Monitor<Commands>
    /// Seconds to read ahead of the position.
    private let ahead: Double
    private let report: @Sendable (Fact) -> Void
    private var played = FileTracks([])
    private var captions = FileCaptions()
    private var pictures = FileImageSubtitles()
    /// The epoch of the commands being followed.
    private var epoch = 0
    private var alternates: AlternateAudioBuffer
    private var isAtEnd = false
    private var isFirst = true
    private var duration: Double?
    /// The end of undecodable samples, in seconds. Playback would never begin if reading waited for it.
    private var damageEnd = -Double.infinity

    init(
        _ input: TransportInput, _ timestamps: JoinedFileMap, _ tracks: ItemTracks, _ commands: Monitor<Commands>, ahead: Double,
        report: @escaping @Sendable (Fact) -> Void
    ) {
        self.input = input
        self.timestamps = timestamps
        self.tracks = tracks
        self.commands = commands
        self.ahead = ahead
        self.report = report
        alternates = AlternateAudioBuffer(retention: tracks.audio.state.read { $0.samples.retention })
    }

    /// Runs until the item is stopped, or the file can't be read.
    func run() {
        do throws(CodecError) {
            let demuxer = try Demuxer(file: input, map: timestamps)
            try begin(demuxer)
            while try performStep(demuxer) {}
        } catch {
            if !commands.read({ $0.isStopped }) { report(.failed(error, input.failure)) }
        }
    }

    private func begin(_ demuxer: Demuxer) throws(CodecError) {
        played = FileTracks(demuxer.mediaTracks)
        guard !played.kinds.isEmpty else {
            throw CodecError(.unsupported, "the file has no supported video or audio")
        }
        let texts = demuxer.textTracks
        captions = FileCaptions(texts)
        pictures = FileImageSubtitles(texts, video: demuxer.pictureSize)
        // The captions embedded in the video duplicate those of a caption track.
        if captions.track != nil { tracks.leaveCaptionsOut() }
        let metadata = demuxer.takeNewTags() ?? demuxer.embeddedMetadata
        if !metadata.isEmpty { report(.metadata(metadata)) }
        duration = demuxer.duration
        report(.opened(played, duration: duration, texts: texts, offset: -demuxer.origin))
        if input.isLocal, demuxer.mayBeJoined { report(.mayBeJoined) }
    }

    private enum Step {
        case stop
        case seek(Double)
        case selectAudio(Int)
        case draw(Int?)
        case read
    }

    /// - Returns: false when reading has ended for good.
    private func performStep(_ demuxer: Demuxer) throws(CodecError) -> Bool {
        let isAtEnd = isAtEnd
        var epoch = epoch
        let step: Step = commands.wait { commands in
            epoch = commands.epoch
            if commands.isStopped { return .stop }
            if let seek = commands.seek {
                commands.seek = nil
                return .seek(seek)
            }
            if let audio = commands.audio {
                commands.audio = nil
                return .selectAudio(audio)
            }
            if let pictures = commands.pictures {
                commands.pictures = nil
                return if case .track(let track) = pictures { .draw(track) } else { .draw(nil) }
            }
            return isAtEnd ? nil : .read
        }
        switch step {
        case .stop: return false
        case .seek(let time):
            input.expectJump()
            try demuxer.seek(to: time)
            self.epoch = epoch
            captions.restart()
            pictures.restart()
            alternates.removeAll()
            self.isAtEnd = false
            damageEnd = -.infinity
            tracks.video.state.change { $0.samples.reopen() }
        case .selectAudio(let track): selectAudio(track)
        case .draw(let track): report(pictures.choose(track))
        case .read: try read(demuxer)
        }
        return true
    }

    private func read(_ demuxer: Demuxer) throws(CodecError) {
        let next = try demuxer.next()
        if let metadata = demuxer.takeNewTags(), !metadata.isEmpty { report(.metadata(metadata)) }
        if let duration = demuxer.duration, duration != self.duration {
            self.duration = duration
            report(.duration(duration))
        }
        guard let sample = next else {
            isAtEnd = true
            commands.change { if $0.seek == nil { for kind in played.kinds { tracks.complete(kind) } } }
            report(.endOfText)
            report(.queued)
            return
        }
        if pictures.has(sample.track), sample.protection == nil {
            return report(pictures.add(sample, at: demuxer.fileTime(of: sample)))
        }
        if sample.format.textCoding != nil, sample.protection == nil {
            let text = FileText.Sample(sample, in: demuxer)
            for pair in captions.add(text) { report(.captions(pair)) }
            if text.track != captions.track { report(.text(text)) }
            return
        }
        if !played.kinds.contains(sample.format.kind) { find(sample, demuxer) }
        let entry = SampleQueue.Entry(sample: sample, time: demuxer.fileTime(of: sample), duration: sample.duration.seconds)
        switch sample.format.kind {
        case .video where sample.track == played.video, .audio where sample.track == played.audio:
            guard sample.protection == nil else { throw .lockedFile(sample.format) }
            // Frames before the beginning are not shown, but later ones refer to them.
            guard sample.format.kind == .video || entry.end > -AudioTrack.runUp else { return }
            commands.change { if $0.seek == nil { tracks.appendInterleaved(entry, among: played.kinds) } }
        case .audio where sample.protection == nil:
            alternates.add(entry, of: sample.track)
            return
        default: return
        }
        if isFirst {
            isFirst = false
            report(.queued)
        }
        waitForCapacity()
    }

    private func report(_ sets: [ImageSubtitleSet]) {
        if !sets.isEmpty { report(.pictures(sets, epoch: epoch)) }
    }

    private func find(_ sample: Sample, _ demuxer: Demuxer) {
        guard let track = demuxer.mediaTracks.first(where: { $0.track == sample.track }), played.find(track) else { return }
        report(.found(track))
    }

    /// Switches to another audio track, whose samples have been kept.
    private func selectAudio(_ track: Int) {
        guard let index = played.audioTracks.firstIndex(where: { $0.track == track }), let before = played.audio,
            played.selectAudio(index) != nil
        else { return }
        commands.change { commands in
            // A pending seek will replace all samples.
            guard commands.seek == nil else { return }
            alternates.put(tracks.audio.swap(alternates.take(track), isComplete: isAtEnd), of: before)
        }
    }

    /// Whether reading continues although enough is queued. A slide may last longer than that. While the decoder waits for the next one, a
    /// player that shows each frame as soon as it is decoded waits, too.
    private func needsFrames(until end: Double, at position: Double) -> Bool {
        guard played.kinds.contains(.video), played.kinds == [.video] || end - position < Self.maximumAudio else { return false }
        return tracks.video.state.read { $0.isHungry && $0.samples.areFew(from: position, until: position + ahead) }
    }

    /// Seconds of audio to read ahead on the way to the next slide.
    private static let maximumAudio = 60.0

    private func waitForCapacity() {
        while true {
            let end = played.kinds.map { tracks.buffered($0)?.end ?? -.infinity }.min() ?? -.infinity
            let deadline = MonotonicClock.now.nanoseconds + 200_000_000
            var position = 0.0
            let continues = commands.wait(until: deadline) { [self] commands in
                position = commands.position
                let isFull = end - max(commands.position, damageEnd) >= ahead && !needsFrames(until: end, at: position)
                let hasCommands = commands.seek != nil || commands.audio != nil || commands.pictures != nil
                return commands.isStopped || hasCommands || !isFull ? true : nil
            }
            alternates.trim(before: position)
            pictures.trim(before: position)
            if continues != nil { return }
            if played.kinds.contains(.video) ? tracks.video.hasOnlyDamage : tracks.audio.hasOnlyDamage { damageEnd = end }
        }
    }
}

extension FileText.Sample {
    fileprivate init(_ sample: Sample, in demuxer: Demuxer) {
        let start = demuxer.fileTime(of: sample)
        self.init(track: sample.track, bytes: sample.text, range: TimeRange(start: start, end: start + sample.duration.seconds))
    }
}
