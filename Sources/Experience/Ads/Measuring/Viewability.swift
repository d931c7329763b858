// SPDX-License-Identifier: Apache-2.0

public import WindowboxAdMarkup

/// Determines whether an ad was viewable: by the MRC rule for video, 50 % of its pixels for two consecutive seconds of playback.
public struct Viewability: Hashable, Sendable {
    public enum Outcome: Hashable, Sendable { case viewable, notViewable, undetermined }

    public struct Rule: Hashable, Sendable {
        /// Minimum visible percentage of the ad's area.
        public var percentage: Double
        /// Minimum consecutive seconds.
        public var duration: Double

        public init(percentage: Double, duration: Double) {
            self.percentage = percentage
            self.duration = duration
        }

        public static let video = Rule(percentage: 50, duration: 2)
        public static let picture = Rule(percentage: 50, duration: 1)
    }

    public let rule: Rule
    /// Nil until determined.
    public private(set) var outcome: Outcome?
    private var since: Double?
    private var isMeasured = false
    private var isPlaying = false
    private var percentage = 0.0

    public init(rule: Rule = .video) { self.rule = rule }

    public enum Event: Sendable {
        case geometry(ViewGeometry)
        case playing(Bool)
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
        settle(now)
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

    private mutating func settle(_ now: Double) { if let since, now - since >= rule.duration { outcome = .viewable } }

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
