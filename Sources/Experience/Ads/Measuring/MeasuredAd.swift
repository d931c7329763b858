// SPDX-License-Identifier: Apache-2.0

public import WindowboxAdMarkup

/// Measures one ad during playback: player events for vendors, and viewability.
public struct MeasuredAd: Sendable {
    /// What the owner does.
    public enum Action: Hashable, Sendable {
        /// Pass the event to the available vendors.
        case measure(MeasurementEvent)
        /// Send a request, after expanding its macros.
        case send(event: String, url: String, macros: [String: AdMacroValue])
    }

    /// The measuring application, and the ad's position.
    public struct Setting: Sendable {
        /// The vendors whose code is available.
        public var vendors: Set<String>
        /// The measuring application, as reported to vendors.
        public var partner: (name: String, version: String)
        /// Where the ad is in the content.
        public var position: MeasurementContext.Position

        public init(
            vendors: Set<String> = [], partner: (name: String, version: String) = ("unknown", "0"),
            position: MeasurementContext.Position = .midroll
        ) {
            (self.vendors, self.partner, self.position) = (vendors, partner, position)
        }
    }

    private let ad: VASTAd
    private let setting: Setting
    private var measurement = AdMeasurement()
    private var viewability = Viewability()
    private var passed: Set<AdTracking.Milestone> = []
    private var seen: (percentage: Double, reasons: Set<ViewGeometry.Reason>)?
    private var isMuted = false

    /// - Parameter ad: with its wrappers merged.
    public init(_ ad: VASTAd, _ setting: Setting) { (self.ad, self.setting) = (ad, setting) }

    /// - Parameters:
    ///   - event: an event already handled by the ad's tracking.
    ///   - tracking: its state after that event.
    ///   - geometry: the current visibility; nil if unknown.
    ///   - volume: 0 or more; values above 1 count as 1, the maximum in measurement.
    ///   - now: seconds of any monotonic clock.
    public mutating func handle(
        _ event: AdTracking.Event, of tracking: AdTracking, geometry: ViewGeometry?, volume: Double, at now: Double
    ) -> [Action] {
        guard tracking.hasPassed(.impression) else { return [] }
        let volume = min(volume, 1)
        var actions: [Action] = []
        if passed.isEmpty { begin(tracking, volume, &actions) }
        if let geometry { geometryChanged(geometry, now, &actions) }
        for milestone in AdTracking.Milestone.allCases where tracking.hasPassed(milestone) && passed.insert(milestone).inserted {
            append(measurement.handle(measured(milestone, tracking, volume)), &actions)
        }
        for fact in facts(of: event, volume) { append(measurement.handle(fact), &actions) }
        reportOutcome(viewability.handle(.playing(!tracking.isPaused && !tracking.isOver), at: now), &actions)
        if tracking.isOver {
            reportOutcome(viewability.handle(.end, at: now), &actions)
            append(measurement.handle(.sessionFinish), &actions)
        }
        return actions
    }

    private mutating func begin(_ tracking: AdTracking, _ volume: Double, _ actions: inout [Action]) {
        append(measurement.start(ad, vendors: setting.vendors, partner: setting.partner), &actions)
        append(measurement.handle(.loaded(skipOffset: tracking.skipOffset, autoPlay: true, position: setting.position)), &actions)
    }

    private func measured(_ milestone: AdTracking.Milestone, _ tracking: AdTracking, _ volume: Double) -> MeasurementEvent {
        switch milestone {
        case .impression: .impression(percentageInView: seen?.percentage)
        case .start: .start(duration: tracking.duration, volume: isMuted ? 0 : volume)
        case .firstQuartile: .firstQuartile
        case .midpoint: .midpoint
        case .thirdQuartile: .thirdQuartile
        case .complete: .complete
        case .skip: .skipped
        }
    }

    /// Events that may occur several times.
    private mutating func facts(of event: AdTracking.Event, _ volume: Double) -> [MeasurementEvent] {
        switch event {
        case .pause: return [.pause]
        case .resume: return [.resume]
        case .mute(let isOn):
            guard isOn != isMuted else { return [] }
            isMuted = isOn
            return [.volumeChange(isOn ? 0 : volume)]
        case .expand(let isOn): return [.playerStateChange(isOn ? .fullscreen : .normal)]
        case .click: return [.interaction(.click)]
        case .acceptInvitation: return [.interaction(.invitationAccept)]
        case .fail(let code): return [.error("VAST \(code.number)")]
        default: return []
        }
    }

    private mutating func geometryChanged(_ geometry: ViewGeometry, _ now: Double, _ actions: inout [Action]) {
        let (percentage, reasons) = (geometry.percentageInView, geometry.reasons)
        reportOutcome(viewability.handle(.geometry(geometry), at: now), &actions)
        guard seen.map({ $0 != (percentage, reasons) }) ?? true else { return }
        seen = (percentage, reasons)
        append(measurement.handle(.geometryChange(percentageInView: percentage, reasons: reasons)), &actions)
    }

    private func append(_ measured: [AdMeasurement.Action], _ actions: inout [Action]) {
        for action in measured {
            switch action {
            case .measure(let event): actions.append(.measure(event))
            case .send(let url, let reason):
                actions.append(.send(event: "verificationNotExecuted", url: url, macros: ["REASON": .number(reason)]))
            // Vendors live as long as the measurer.
            case .release: break
            }
        }
    }

    private func reportOutcome(_ outcome: Viewability.Outcome?, _ actions: inout [Action]) {
        guard let outcome else { return }
        let name = outcome == .viewable ? "viewable" : outcome == .notViewable ? "notViewable" : "viewUndetermined"
        for url in Viewability.urls(outcome, of: ad) { actions.append(.send(event: name, url: url, macros: [:])) }
    }
}
