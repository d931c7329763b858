// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia

/// Tracks which image subtitles of a file are decoded, and where to look for them. A value type.
struct ImageSubtitleState {
    /// The start times of the sets that were reported.
    var times = ImageSubtitleTimes()
    /// Where reading last began, in seconds; nil at the beginning of the file.
    var origin: Double?
    /// The tracks for which the subtitles visible at the origin were looked up.
    var seen: Set<Int> = []
    var lookBack: SubtitleLookBack?
    /// Whether the first frame after the origin is shown.
    var isShown = false
    /// Subtitles before this time, in seconds, were dropped.
    var trimmed = 0.0

    /// Seconds behind the position for which reported subtitles are kept.
    static let retention = 120.0

    mutating func jump(to time: Double) {
        times.removeAll()
        origin = time > 0 ? time : nil
        seen = []
        isShown = false
        lookBack?.stop()
        lookBack = nil
        trimmed = 0
    }
}

extension FileSource {
    /// The index in the file of the chosen track, if its subtitles are images.
    var pictureTrack: Int? {
        text.chosen.map { text.tracks[$0] }.flatMap { $0.coding.isPictures ? $0.track : nil }
    }

    /// Starts decoding the images of the chosen track, and of no other.
    func choosePictures() {
        pictures.times.removeAll()
        let track = pictureTrack
        commands.change { $0.pictures = track.map { .track($0) } ?? .off }
        lookBack()
    }

    /// Discards reported subtitles on a seek. They are read again when needed.
    func jumpPictures(to time: Double, isRough: Bool) {
        pictures.jump(to: time)
        guard pictureTrack != nil else { return }
        facts(.text(.discarded(from: -.infinity)))
        if !isRough { lookBack() }
    }

    /// The first frame after a start or seek is shown.
    func showedFrame() {
        pictures.isShown = true
        lookBack()
    }

    /// Looks for subtitles that began before the position at which reading started.
    func lookBack() {
        guard let time = pictures.origin, let track = pictureTrack, access.input.length != nil else { return }
        // Over a network, playback comes first.
        guard access.input.isLocal || pictures.isShown else { return }
        // Further on, the subtitles read since then are held already.
        guard commands.read({ $0.position }) < time + 30, pictures.seen.insert(track).inserted, let input = access.anotherInput()
        else { return }
        pictures.lookBack?.stop()
        let lookBack = SubtitleLookBack(input: input, timestamps: access.timestamps, track: track, time: time)
        pictures.lookBack = lookBack
        let epoch = commands.read { $0.epoch }
        lookBack.start { [weak self] set in self?.post { $0.report([set], epoch: epoch) } }
    }

    /// - Parameter epoch: the epoch of the commands by which the sets were read. Sets from before a jump are ignored.
    func report(_ sets: [ImageSubtitleSet], epoch: Int) {
        guard epoch == commands.read({ $0.epoch }), let rendition = text.chosen, let track = pictureTrack else { return }
        for set in sets where set.track == track {
            guard let end = pictures.times.end(of: set) else { continue }
            facts(
                .text(
                    .loaded(
                        TextResource(
                            rendition: rendition, format: .pictures(set.images), bytes: [],
                            range: TimeRange(start: set.start, end: end), offset: 0))))
        }
    }

    func trimPictures(before position: Double) {
        let limit = position - ImageSubtitleState.retention
        guard pictureTrack != nil, limit > pictures.trimmed + 30 else { return }
        pictures.trimmed = limit
        facts(.text(.trimmed(before: limit)))
    }
}
