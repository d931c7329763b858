// SPDX-License-Identifier: Apache-2.0

public import WindowboxAdMarkup

/// Takes what is measured of an ad, for a vendor that verifies.
public protocol AdVerifier: Sendable {
    /// As the ad names it.
    var vendor: String { get }
    func receive(_ event: MeasurementEvent)
}

/// One fact of a measured ad, in the order of the open measurement interface.
public enum MeasurementEvent: Hashable, Sendable {
    case sessionStart(MeasurementContext)
    case loaded(skipOffset: Double?, autoPlay: Bool, position: MeasurementContext.Position)
    case impression(percentageInView: Double?)
    case start(duration: Double, volume: Double)
    case firstQuartile, midpoint, thirdQuartile, complete
    case pause, resume, bufferStart, bufferFinish, skipped
    case volumeChange(Double)
    case playerStateChange(MeasurementContext.PlayerState)
    case interaction(MeasurementContext.Interaction)
    case geometryChange(percentageInView: Double, reasons: Set<ViewGeometry.Reason>)
    case error(String)
    case sessionFinish
}

/// What a vendor is told when measuring begins.
public struct MeasurementContext: Hashable, Sendable {
    public enum Position: String, Hashable, Sendable { case preroll, midroll, postroll, standalone }
    public enum PlayerState: String, Hashable, Sendable { case minimized, collapsed, normal, expanded, fullscreen }
    public enum Interaction: String, Hashable, Sendable { case click, invitationAccept }

    public var partnerName: String
    public var partnerVersion: String
    /// Handed over as the ad has them.
    public var resources: [VASTVerification]

    public init(partnerName: String, partnerVersion: String, resources: [VASTVerification]) {
        self.partnerName = partnerName
        self.partnerVersion = partnerVersion
        self.resources = resources
    }
}

/// The measuring of one ad: facts come in any order and leave in the order that vendors may rely on.
public struct AdMeasurement: Sendable {
    public enum Action: Hashable, Sendable {
        case measure(MeasurementEvent)
        /// `verificationNotExecuted`, with `[REASON]`.
        case send(url: String, reason: Int)
        /// What the vendor runs may still be at work.
        case release(after: Double)
    }

    /// Why a vendor's code was not run, as `[REASON]` says it.
    public enum NotRun: Int, Hashable, Sendable { case rejected = 1, unsupported, loadError }

    /// Seconds that a session is kept after its end.
    public static let linger = 1.0

    private var hasStarted = false
    private var isLoaded = false
    private var hasImpression = false
    private var media = 0
    private var isOver = false

    public init() {}

    /// Begins measuring for the vendors that are there, and tells those that are not.
    ///
    /// - Parameters:
    ///   - ad: with its wrappers merged.
    ///   - vendors: that verify here.
    ///   - partner: the name and version of the one who measures.
    public mutating func start(_ ad: VASTAd, vendors: Set<String>, partner: (name: String, version: String)) -> [Action] {
        guard !hasStarted else { return [] }
        hasStarted = true
        let (known, unknown) = (
            ad.verifications.filter { vendors.contains($0.vendor ?? "") }, ad.verifications.filter { !vendors.contains($0.vendor ?? "") }
        )
        let context = MeasurementContext(partnerName: partner.name, partnerVersion: partner.version, resources: known)
        return [.measure(.sessionStart(context))] + unknown.flatMap { notRun($0, .unsupported) }
    }

    public func notRun(_ verification: VASTVerification, _ reason: NotRun) -> [Action] {
        verification.tracking.filter { $0.event == "verificationNotExecuted" }.map { .send(url: $0.url, reason: reason.rawValue) }
    }

    /// - Returns: nothing for what may not come yet, or has been.
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

    /// In order, none twice; the first one needs the impression.
    private mutating func advance(to place: Int, _ event: MeasurementEvent) -> [Action] {
        guard hasImpression, media == place - 1 else { return [] }
        media = place
        return [.measure(event)]
    }
}
