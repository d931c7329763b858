// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia

/// Which picture subtitles of a file are decoded, and where they are looked for. A value.
struct PictureReading {
    /// When the sets begin that were told of.
    var times = PictureTimes()
    /// Where reading began last, in seconds; nil at the file's beginning.
    var origin: Double?
    /// The tracks of which what is shown at the origin was looked for.
    var seen: Set<Int> = []
    var lookBack: PictureLookBack?
    /// What lies before this time is forgotten.
    var trimmed = 0.0

    /// Seconds behind the position that what was told of stays good.
    static let retention = 120.0

    mutating func jump(to time: Double) {
        times.removeAll()
        origin = time > 0 ? time : nil
        seen = []
        lookBack?.stop()
        lookBack = nil
        trimmed = 0
    }
}

extension FileSource {
    /// The chosen track, where its subtitles are pictures: its place in the file.
    var pictureTrack: Int? {
        text.chosen.map { text.tracks[$0] }.flatMap { $0.coding.isPictures ? $0.track : nil }
    }

    /// Has the pictures of the chosen track decoded, and no others.
    func choosePictures() {
        pictures.times.removeAll()
        let track = pictureTrack
        orders.change { $0.pictures = track.map { .track($0) } ?? .off }
        lookBack()
    }

    /// What was told of is read again where it is needed again.
    func jumpPictures(to time: Double, isRough: Bool) {
        pictures.jump(to: time)
        guard pictureTrack != nil else { return }
        facts(.text(.discarded(from: -.infinity)))
        if !isRough { lookBack() }
    }

    /// Looks for what began before the place where reading began.
    func lookBack() {
        guard let time = pictures.origin, let track = pictureTrack, let length = input.length, input.isLocal else { return }
        // What was read since then is held.
        guard orders.read({ $0.position }) < time + 30, pictures.seen.insert(track).inserted else { return }
        pictures.lookBack?.stop()
        let input = TransportInput(request: request, length: length, transport: transport)
        let lookBack = PictureLookBack(input: input, track: track, time: time)
        pictures.lookBack = lookBack
        let epoch = orders.read { $0.epoch }
        lookBack.start { [weak self] set in self?.hop { $0.tell([set], epoch: epoch) } }
    }

    /// - Parameter epoch: of the orders that were followed when the sets were read: what came before a jump is void.
    func tell(_ sets: [PictureSet], epoch: Int) {
        guard epoch == orders.read({ $0.epoch }), let rendition = text.chosen, let track = pictureTrack else { return }
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
        let limit = position - PictureReading.retention
        guard pictureTrack != nil, limit > pictures.trimmed + 30 else { return }
        pictures.trimmed = limit
        facts(.text(.trimmed(before: limit)))
    }
}
