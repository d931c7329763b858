// SPDX-License-Identifier: Apache-2.0

public import WindowboxAdMarkup

/// Whether an ad was viewable: by MRC's rule half of its pixels for two seconds on end while it plays.
public struct Viewability: Hashable, Sendable {
    public enum Outcome: Hashable, Sendable { case viewable, notViewable, undetermined }

    public struct Rule: Hashable, Sendable {
        /// Of the ad's area.
        public var percentage: Double
        /// Seconds on end.
        public var duration: Double

        public init(percentage: Double, duration: Double) {
            self.percentage = percentage
            self.duration = duration
        }

        public static let video = Rule(percentage: 50, duration: 2)
        public static let picture = Rule(percentage: 50, duration: 1)
    }

    public let rule: Rule
    /// Nil until it is known.
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
        /// The ad is over.
        case end
    }

    /// - Parameters:
    ///   - event: what happened.
    ///   - now: seconds of any clock that runs evenly.
    /// - Returns: what is known from now on; once only.
    public mutating func handle(_ event: Event, at now: Double) -> Outcome? {
        guard outcome == nil else { return nil }
        // What was seen up to now counts with the geometry that held.
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

    /// Whom to tell.
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
