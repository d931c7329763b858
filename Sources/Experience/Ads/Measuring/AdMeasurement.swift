// SPDX-License-Identifier: Apache-2.0

public import WindowboxAdMarkup

/// Receives an ad's measurement events on behalf of a verification vendor.
public protocol AdVerifier: Sendable {
    /// The vendor's name, as used in ads.
    var vendor: String { get }
    /// Takes an event, in the order of ``AdMeasurement``. Must not block.
    func receive(_ event: MeasurementEvent)
}

/// A measurement event of an ad, modelled on the Open Measurement interface.
public enum MeasurementEvent: Hashable, Sendable {
    /// The first event.
    case sessionStart(MeasurementContext)
    /// The ad is ready. `skipOffset` is in seconds; nil if it can't be skipped.
    case loaded(skipOffset: Double?, autoPlay: Bool, position: MeasurementContext.Position)
    /// The first frame is visible. The percentage is of the ad's area; nil if unknown.
    case impression(percentageInView: Double?)
    /// Playback starts. `duration` is in seconds, `volume` 0...1.
    case start(duration: Double, volume: Double)
    /// A quarter, half or three quarters have played, or all of it.
    case firstQuartile, midpoint, thirdQuartile, complete
    /// Playback pauses or resumes, waits for data or no longer does, or the viewer skips the ad.
    case pause, resume, bufferStart, bufferFinish, skipped
    /// 0...1; 0 while muted.
    case volumeChange(Double)
    /// The size of the player has changed, such as by going to the full screen.
    case playerStateChange(MeasurementContext.PlayerState)
    /// The viewer clicked the ad, or accepted its invitation.
    case interaction(MeasurementContext.Interaction)
    /// The visible share of the ad has changed, and why it isn't 100 %.
    case geometryChange(percentageInView: Double, reasons: Set<ViewGeometry.Reason>)
    /// The ad failed, with the cause in English.
    case error(String)
    /// The last event.
    case sessionFinish
}

/// The context given to vendors at the start of a session.
public struct MeasurementContext: Hashable, Sendable {
    /// Where the ad is in the content.
    public enum Position: String, Hashable, Sendable { case preroll, midroll, postroll, standalone }
    /// The size of the player, as named by Open Measurement.
    public enum PlayerState: String, Hashable, Sendable { case minimized, collapsed, normal, expanded, fullscreen }
    /// What the viewer did.
    public enum Interaction: String, Hashable, Sendable { case click, invitationAccept }

    /// The name of the measuring application.
    public var partnerName: String
    /// The version of the measuring application.
    public var partnerVersion: String
    /// Passed on unchanged from the ad.
    public var resources: [VASTVerification]

    public init(partnerName: String, partnerVersion: String, resources: [VASTVerification]) {
        self.partnerName = partnerName
        self.partnerVersion = partnerVersion
        self.resources = resources
    }
}

/// A measurement session of one ad: takes events in any order and emits them in the order that vendors rely on.
public struct AdMeasurement: Sendable {
    /// What the owner of a session does.
    public enum Action: Hashable, Sendable {
        /// Pass this on to the vendors.
        case measure(MeasurementEvent)
        /// `verificationNotExecuted`, with the `[REASON]` macro.
        case send(url: String, reason: Int)
        /// Release the session after this many seconds; the vendor's code may still be busy.
        case release(after: Double)
    }

    /// Why a vendor's code was not executed: the value of the `[REASON]` macro.
    public enum NotRun: Int, Hashable, Sendable { case rejected = 1, unsupported, loadError }

    /// Seconds that a session is kept after its end.
    public static let linger = 1.0

    private var hasStarted = false
    private var isLoaded = false
    private var hasImpression = false
    private var media = 0
    private var isOver = false

    public init() {}

    /// Starts measuring for the available vendors, and reports the others as not executed.
    ///
    /// - Parameters:
    ///   - ad: with its wrappers merged.
    ///   - vendors: the available vendors.
    ///   - partner: name and version of the measuring application.
    public mutating func start(_ ad: VASTAd, vendors: Set<String>, partner: (name: String, version: String)) -> [Action] {
        guard !hasStarted else { return [] }
        hasStarted = true
        let (known, unknown) = (
            ad.verifications.filter { vendors.contains($0.vendor ?? "") }, ad.verifications.filter { !vendors.contains($0.vendor ?? "") }
        )
        let context = MeasurementContext(partnerName: partner.name, partnerVersion: partner.version, resources: known)
        return [.measure(.sessionStart(context))] + unknown.flatMap { notRun($0, .unsupported) }
    }

    /// Reports that a vendor's code isn't run, to the URLs that the ad names for that.
    public func notRun(_ verification: VASTVerification, _ reason: NotRun) -> [Action] {
        verification.tracking.filter { $0.event == "verificationNotExecuted" }.map { .send(url: $0.url, reason: reason.rawValue) }
    }

    /// - Returns: nothing if the event is premature or repeated.
    public mutating func handle(_ event: MeasurementEvent) -> [Action] {
        guard hasStarted, !isOver else { return [] }
        switch event {
        case .sessionStart: return []
        case .loaded:
            guard !isLoaded else { return [] }
            isLoaded = true
        case .impression:
            guard isLoaded, !hasImpression else { return [] }
            hasImpression = true
        case .start: return advance(to: 1, event)
        case .firstQuartile: return advance(to: 2, event)
        case .midpoint: return advance(to: 3, event)
        case .thirdQuartile: return advance(to: 4, event)
        case .complete: return advance(to: 5, event)
        case .pause, .resume, .bufferStart, .bufferFinish, .volumeChange, .interaction:
            guard media > 0, media < 5 else { return [] }
        case .skipped:
            guard media > 0, media < 5 else { return [] }
            media = 5
        case .playerStateChange, .geometryChange, .error: break
        case .sessionFinish:
            isOver = true
            return [.measure(event), .release(after: Self.linger)]
        }
        return [.measure(event)]
    }

    /// Emits progress events in order and once each; the first one requires the impression.
    private mutating func advance(to milestone: Int, _ event: MeasurementEvent) -> [Action] {
        guard hasImpression, media == milestone - 1 else { return [] }
        media = milestone
        return [.measure(event)]
    }
}
