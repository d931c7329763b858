// SPDX-License-Identifier: Apache-2.0

/// From which fragment on a station's renditions go to the one that takes its place: all from the same key frame.
struct StationHandover: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        /// It is left out.
        case skip
        /// The rendition begins with it.
        case begin
        case pass
    }

    private(set) var begun: Set<String> = []
    /// Seconds of the source's clock that some rendition has come to: what begins behind it, all renditions can begin with.
    private var after: Double
    private let sound: String
    private let hasPictures: Bool

    /// - Parameters:
    ///   - reached: to where each rendition has come, in seconds of the source's clock.
    ///   - sound: the name of the rendition of sound, which waits for the pictures.
    init(reached: [String: Double], sound: String, hasPictures: Bool) {
        after = reached.values.max() ?? -.infinity
        self.sound = sound
        self.hasPictures = hasPictures
    }

    /// - Parameters:
    ///   - time: of the fragment's first sample, in seconds of the source's clock.
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

    /// The source began anew, and with it its clock.
    mutating func restart() { after = -.infinity }
}
