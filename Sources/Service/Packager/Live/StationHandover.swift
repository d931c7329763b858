// SPDX-License-Identifier: Apache-2.0

/// Decides from which fragment on a station's renditions go to its successor: all from the same key frame.
struct StationHandover: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        /// Drop the fragment.
        case skip
        /// Begin the rendition with it.
        case begin
        case pass
    }

    private(set) var begun: Set<String> = []
    /// How far the most advanced rendition is, in seconds of the source's clock. All renditions can begin after it.
    private var after: Double
    private let sound: String
    private let hasPictures: Bool

    /// - Parameters:
    ///   - reached: how far each rendition is, in seconds of the source's clock.
    ///   - sound: the name of the audio rendition, which waits for the video.
    init(reached: [String: Double], sound: String, hasPictures: Bool) {
        after = reached.values.max() ?? -.infinity
        self.sound = sound
        self.hasPictures = hasPictures
    }

    /// - Parameters:
    ///   - time: the time of the fragment's first sample, in seconds of the source's clock.
    ///   - isIndependent: whether it begins with a key frame.
    mutating func step(_ rendition: String, time: Double, isIndependent: Bool) -> Step {
        if begun.contains(rendition) { return .pass }
        guard isIndependent, time >= after else { return .skip }
        if rendition == sound {
            guard !hasPictures || !begun.isEmpty else { return .skip }
        } else if begun.isEmpty {
            after = time
        }
        begun.insert(rendition)
        return .begin
    }

    /// The source restarted, and with it its clock.
    mutating func restart() { after = -.infinity }
}
