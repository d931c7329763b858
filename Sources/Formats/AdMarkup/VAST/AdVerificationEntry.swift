// SPDX-License-Identifier: Apache-2.0

/// A verification vendor as services send it to players: a flat JSON object.
public struct AdVerificationEntry: Hashable, Sendable, Codable {
    /// The vendor's name, such as `example.com-omid`; nil if unknown.
    public var vendor: String?
    /// The script URLs.
    public var scripts: [String]
    /// The interface of the scripts, such as `omid`; nil if unknown.
    public var apiFramework: String?
    /// Passed to the script unchanged.
    public var parameters: String?
    /// URLs to request if the script is not run, with `[REASON]`.
    public var notExecuted: [String]

    /// Keeps the scripts of a verification, without its executables.
    public init(_ verification: VASTVerification) {
        (vendor, parameters) = (verification.vendor, verification.parameters)
        scripts = verification.scripts.map(\.url)
        apiFramework = verification.scripts.first?.apiFramework
        notExecuted = verification.tracking.filter { $0.event == "verificationNotExecuted" }.map(\.url)
    }

    public init(vendor: String?, scripts: [String] = [], apiFramework: String? = nil, parameters: String? = nil, notExecuted: [String] = [])
    {
        (self.vendor, self.scripts, self.apiFramework) = (vendor, scripts, apiFramework)
        (self.parameters, self.notExecuted) = (parameters, notExecuted)
    }

    /// The same vendor, as an element of an ad.
    public var verification: VASTVerification {
        VASTVerification(
            vendor: vendor, scripts: scripts.map { .init(url: $0, apiFramework: apiFramework) }, parameters: parameters,
            tracking: notExecuted.map { VASTTracking(event: "verificationNotExecuted", url: $0) })
    }
}

extension VASTAd {
    /// The tracking URLs for viewability results, by event name.
    public var viewabilityTracking: [VASTTracking] {
        let all = [viewableImpression].compactMap { $0 } + verifications.compactMap(\.viewableImpression)
        return all.flatMap { impression in
            impression.viewable.map { VASTTracking(event: "viewable", url: $0) }
                + impression.notViewable.map { VASTTracking(event: "notViewable", url: $0) }
                + impression.undetermined.map { VASTTracking(event: "viewUndetermined", url: $0) }
        }
    }

    /// Adds URLs of one of the ``viewabilityTracking`` events.
    ///
    /// - Returns: false for other events.
    public mutating func takeViewability(_ event: String, _ urls: [String]) -> Bool {
        var impression = viewableImpression ?? VASTViewableImpression()
        switch event {
        case "viewable": impression.viewable += urls
        case "notViewable": impression.notViewable += urls
        case "viewUndetermined": impression.undetermined += urls
        default: return false
        }
        viewableImpression = impression
        return true
    }
}
