// SPDX-License-Identifier: Apache-2.0

public import WindowboxAdMarkup

/// Determines whether an ad was viewable: by the MRC rule for video, 50 % of its pixels for two consecutive seconds of playback.
public struct Viewability: Hashable, Sendable {
    /// The result, which goes to one of the tracking URLs of the ad.
    public enum Outcome: Hashable, Sendable { case viewable, notViewable, undetermined }

    /// How much has to be visible for how long.
    public struct Rule: Hashable, Sendable {
        /// Minimum visible percentage of the ad's area.
        public var percentage: Double
        /// Minimum consecutive seconds.
        public var duration: Double

        public init(percentage: Double, duration: Double) {
            self.percentage = percentage
            self.duration = duration
        }

        /// The MRC rule for video.
        public static let video = Rule(percentage: 50, duration: 2)
        /// The MRC rule for images.
        public static let picture = Rule(percentage: 50, duration: 1)
    }

    /// The rule that is applied.
    public let rule: Rule
    /// Nil until determined.
    public private(set) var outcome: Outcome?
    private var since: Double?
    private var isMeasured = false
    private var isPlaying = false
    private var percentage = 0.0

    /// - Parameter rule: the MRC rule for video by default.
    public init(rule: Rule = .video) { self.rule = rule }

    /// What changes how much is seen.
    public enum Event: Sendable {
        /// The position or visibility of the ad has changed.
        case geometry(ViewGeometry)
        /// Playback has started or stopped.
        case playing(Bool)
        /// Time has passed. Send it several times a second.
        case clock
        /// The ad has ended.
        case end
    }

    /// - Parameters:
    ///   - event: what happened.
    ///   - now: seconds of any monotonic clock.
    /// - Returns: the outcome, once, when it is determined.
    public mutating func handle(_ event: Event, at now: Double) -> Outcome? {
        guard outcome == nil else { return nil }
        // The time until now counts with the previous geometry.
        countViewableTime(now)
        switch event {
        case .geometry(let geometry):
            isMeasured = true
            percentage = geometry.percentageInView
        case .playing(let isOn): isPlaying = isOn
        case .clock: break
        case .end: if outcome == nil { outcome = isMeasured ? .notViewable : .undetermined }
        }
        let isSeen = isPlaying && percentage >= rule.percentage
        since = isSeen ? since ?? now : nil
        return outcome
    }

    private mutating func countViewableTime(_ now: Double) { if let since, now - since >= rule.duration { outcome = .viewable } }

    /// The URLs to notify of an outcome.
    public static func urls(_ outcome: Outcome, of ad: VASTAd) -> [String] {
        let all = [ad.viewableImpression].compactMap { $0 } + ad.verifications.compactMap(\.viewableImpression)
        return all.flatMap { impression in
            switch outcome {
            case .viewable: impression.viewable
            case .notViewable: impression.notViewable
            case .undetermined: impression.undetermined
            }
        }
    }
}
