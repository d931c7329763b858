// SPDX-License-Identifier: Apache-2.0

/// Viewers and videos with tastes and topics that the rankings can't see: they get hashtags, channels, times, and what was watched.
///
/// Each video has a main and a lesser topic and a quality. Its hashtags name them only sometimes, and other hashtags say nothing. Viewers
/// like a few topics and are indifferent to the others, or dislike them; some change their taste in the middle. New videos appear while
/// they watch. The same seed gives the same audience.
public struct SimulatedAudience: Sendable {
    public struct Size: Hashable, Sendable {
        public var viewers = 200
        public var videos = 1200
        public var channels = 60
        /// Visits of each viewer, one a day.
        public var visits = 8
        /// Videos watched in a visit.
        public var videosPerVisit = 10

        public init() {}
    }

    struct Video: Sendable {
        var id: String
        var channel: String
        var hashtags: Set<String>
        /// Days after the first visit; negative for those published before it.
        var published: Double
        var main: Int
        var lesser: Int
        var quality: Double
    }

    struct Viewer: Sendable {
        /// By topic: its contribution to the engagement.
        var tastes: [Double]
        /// From the middle of the visits on.
        var laterTastes: [Double]
    }

    static let topics = 24

    let size: Size
    let videos: [Video]
    let viewers: [Viewer]
    private let noise: UInt64

    public init(seed: UInt64, size: Size = Size()) {
        self.size = size
        var random = SplitMix(state: seed)
        let topicOfChannel = (0..<size.channels).map { _ in random.index(Self.topics) }
        videos = (0..<size.videos).map { number in
            let channel = random.index(size.channels)
            let main = random.chance(0.7) ? topicOfChannel[channel] : random.index(Self.topics)
            let lesser = random.index(Self.topics)
            var tags: Set<String> = []
            if random.chance(0.7) { tags.insert("topic\(main)") }
            if random.chance(0.4) { tags.insert("topic\(lesser)") }
            if random.chance(0.15) { tags.insert("topic\(random.index(Self.topics))") }
            for _ in 0..<random.index(4) { tags.insert("common\(random.index(12))") }
            // Two fifths appear while the viewers watch.
            let published = random.chance(0.4) ? Double(random.index(size.visits * 100)) / 100 : -Double(random.index(6000)) / 100
            return Video(
                id: "v\(number)", channel: "c\(channel)", hashtags: tags, published: published, main: main, lesser: lesser,
                quality: random.normal() * 0.1)
        }
        viewers = (0..<size.viewers).map { _ in
            let tastes = Self.tastes(&random)
            return Viewer(tastes: tastes, laterTastes: random.chance(0.2) ? Self.tastes(&random) : tastes)
        }
        noise = random.next()
    }

    private static func tastes(_ random: inout SplitMix) -> [Double] {
        var tastes = (0..<topics).map { _ in -0.08 + random.normal() * 0.06 }
        for _ in 0..<3 { tastes[random.index(topics)] = 0.25 + random.unit() * 0.2 }
        return tastes
    }

    /// The share of a video that a viewer would watch, without chance.
    func appeal(of video: Video, to viewer: Int, visit: Int) -> Double {
        let tastes = visit < size.visits / 2 ? viewers[viewer].tastes : viewers[viewer].laterTastes
        return min(1, max(0, 0.45 + tastes[video.main] + 0.4 * tastes[video.lesser] + video.quality))
    }

    /// The share that a viewer watches: the appeal with the chance of a moment.
    func watchedRatio(of video: Int, by viewer: Int, visit: Int) -> Double {
        var random = SplitMix(state: noise ^ (UInt64(video) << 32) ^ UInt64(viewer))
        return min(1, max(0, appeal(of: videos[video], to: viewer, visit: visit) + random.normal() * 0.2))
    }
}

/// SplitMix64, by Guy Steele and others (2014).
struct SplitMix: RandomNumberGenerator, Sendable {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// 0 or more, less than 1.
    mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }
    mutating func index(_ count: Int) -> Int { Int(next() % UInt64(max(1, count))) }
    mutating func chance(_ probability: Double) -> Bool { unit() < probability }
    /// About normally distributed, with a variance of 1.
    mutating func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + unit() } }
}
