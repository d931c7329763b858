// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Defines the effect of a slider that shows and changes a player's position.
struct ProgressRule: Equatable {
    enum Event {
        /// The player's seekable range, nil if there is no position to choose, and its media type.
        case player(range: TimeRange?, MediaType)
        /// The player's time in seconds.
        case time(Double?)
        case interact(Bool)
        /// A slider value, 0...1.
        case set(Double)
        /// The player was replaced or removed.
        case leave
    }

    enum Action: Equatable {
        /// Playback should pause.
        case hold
        case scrub(Double)
        /// Ends ``hold``, with a seek if there is a time.
        case release(at: Double?)
        case seek(Double)
    }

    private let seekBehavior: SeekBehavior
    private(set) var isInteracting = false
    private(set) var range: TimeRange?
    /// 0...1 within ``range``; nil if there is no range or time.
    private(set) var progress: Double?
    private var mediaType = MediaType.unknown
    private var isHolding = false

    init(_ seekBehavior: SeekBehavior) { self.seekBehavior = seekBehavior }

    /// The time of ``progress``, in seconds on the item's timeline.
    var time: Double? { progress.flatMap { progress in range.map { $0.start + progress * $0.duration } } }

    private var seeksAtOnce: Bool { seekBehavior == .optimal && mediaType == .video }

    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .player(let range, let mediaType):
            // If the range slides, the time stays and the progress changes.
            let time = time
            self.range = range.flatMap { $0.isEmpty ? nil : $0 }
            self.mediaType = mediaType
            if let time, !isInteracting { setProgress(at: time) } else if self.range == nil { progress = nil }
            return isInteracting ? hold() : []
        case .time(let time):
            if !isInteracting || progress == nil { setProgress(at: time) }
            return []
        case .interact(true):
            guard !isInteracting else { return [] }
            isInteracting = true
            return hold()
        case .interact(false):
            guard isInteracting else { return [] }
            isInteracting = false
            return isHolding ? release(at: time) : time.map { [.seek($0)] } ?? []
        case .set(let value):
            guard progress != nil, value.isFinite else { return [] }
            progress = min(max(value, 0), 1)
            guard let time else { return [] }
            if isInteracting { return seeksAtOnce ? [.scrub(time)] : [] }
            return [.seek(time)]
        case .leave:
            let actions = release(at: nil)
            (range, progress, mediaType) = (nil, nil, .unknown)
            return actions
        }
    }

    private mutating func setProgress(at time: Double?) {
        guard let time, let range else { return progress = nil }
        progress = min(max((time - range.start) / range.duration, 0), 1)
    }

    private mutating func hold() -> [Action] {
        guard seeksAtOnce, !isHolding else { return [] }
        isHolding = true
        return [.hold]
    }

    private mutating func release(at time: Double?) -> [Action] {
        guard isHolding else { return [] }
        isHolding = false
        return [.release(at: time)]
    }
}
