// SPDX-License-Identifier: Apache-2.0

/// A video that was watched, and how.
public struct Viewing: Hashable, Sendable {
    public var channel: String
    /// Normalised hashtags.
    public var hashtags: Set<String>
    /// The viewer's engagement, 0...1.
    public var engagement: Double
    /// The engagement that was to be expected of any viewer, 0...1.
    public var expected: Double

    public init(channel: String, hashtags: Set<String>, engagement: Double, expected: Double) {
        (self.channel, self.hashtags, self.engagement, self.expected) = (channel, hashtags, engagement, expected)
    }
}

/// What a viewer likes more, or less, than others do, by hashtag and by channel.
///
/// Each is the average difference between the viewer's engagement and the expected one, so a video that everybody watches to its end says
/// little. Older viewings count less, and few viewings are not trusted.
public struct Taste: Hashable, Sendable {
    /// Differences of engagement, -1...1.
    private var hashtags: [String: Double] = [:]
    private var channels: [String: Double] = [:]

    /// A viewer about whom nothing is known.
    public init() {}

    /// - Parameter viewings: the most recent first; those after the first ``maximumViewings`` are ignored.
    public init(_ viewings: [Viewing]) {
        var tagSums: [String: Sum] = [:]
        var channelSums: [String: Sum] = [:]
        var weight = 1.0
        for viewing in viewings.prefix(Self.maximumViewings) {
            let difference = viewing.engagement - viewing.expected
            for tag in viewing.hashtags { tagSums[tag, default: Sum()].add(difference, weight) }
            channelSums[viewing.channel, default: Sum()].add(difference, weight)
            weight *= Self.decay
        }
        hashtags = tagSums.mapValues(\.average)
        channels = channelSums.mapValues(\.average)
    }

    /// The difference of engagement to be expected of this viewer, about -1...1.
    func difference(channel: String, hashtags tags: Set<String>) -> Double {
        // In a fixed order, so that sums are the same in each run.
        let known = tags.sorted().compactMap { hashtags[$0] }
        // Unknown hashtags say nothing, but the more known ones there are, the surer it is.
        let ofTags = known.isEmpty ? 0 : known.reduce(0, +) / Double(known.count).squareRoot()
        return Self.tagWeight * ofTags + Self.channelWeight * (channels[channel] ?? 0)
    }

    /// Those of the hashtags that the viewer likes more than others do, most first.
    public func liked(among tags: Set<String>) -> [String] {
        tags.filter { hashtags[$0] ?? 0 > Self.noticeable }
            .sorted { (hashtags[$1] ?? 0, $0) < (hashtags[$0] ?? 0, $1) }
    }

    /// Whether the viewer likes the channel more than others do.
    public func likes(channel: String) -> Bool { channels[channel] ?? 0 > Self.noticeable }

    private struct Sum {
        var weight = 0.0
        var total = 0.0

        mutating func add(_ value: Double, _ weight: Double) {
            total += value * weight
            self.weight += weight
        }

        var average: Double { total / (weight + Taste.priorWeight) }
    }

    public static let maximumViewings = 100
    /// The weight of a viewing relative to the next one.
    private static let decay = 0.98
    /// The weight of the imagined viewings without a difference that are added to each.
    private static let priorWeight = 3.0
    private static let noticeable = 0.03
    private static let tagWeight = 1.5
    private static let channelWeight = 1.0
}

extension Set {
    /// The share of common elements among all elements of both sets, 0...1; 0 for two empty sets.
    func jaccardIndex(with other: Set) -> Double {
        let all = union(other).count
        return all == 0 ? 0 : Double(intersection(other).count) / Double(all)
    }
}
