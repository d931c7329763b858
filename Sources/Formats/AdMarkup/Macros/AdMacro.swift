// SPDX-License-Identifier: Apache-2.0

/// A macro of IAB's list for VAST 4 (VAST 4.3, 6): where it is allowed, and whether players must support it.
public struct AdMacro: Hashable, Sendable {
    /// Where a macro may occur.
    public struct Uses: OptionSet, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// In ad request URLs, including those of wrappers.
        public static let requests = Uses(rawValue: 1)
        /// In tracking and error URLs.
        public static let tracking = Uses(rawValue: 2)
        /// In all URLs.
        public static let everywhere: Uses = [.requests, .tracking]
    }

    /// The upper-case name, without brackets.
    public let name: String
    /// Where the macro may occur.
    public let uses: Uses
    /// Whether players must support it.
    public let isRequired: Bool

    private init(_ name: String, _ uses: Uses, isRequired: Bool = false) {
        self.name = name
        self.uses = uses
        self.isRequired = isRequired
    }

    /// In the order of IAB's list.
    public static let all: [AdMacro] = [
        AdMacro("TIMESTAMP", .everywhere, isRequired: true),
        AdMacro("CACHEBUSTING", .everywhere, isRequired: true),
        AdMacro("CONTENTPLAYHEAD", .everywhere),
        AdMacro("MEDIAPLAYHEAD", .everywhere),
        AdMacro("BREAKPOSITION", .everywhere),
        AdMacro("BLOCKEDADCATEGORIES", .requests),
        AdMacro("ADCATEGORIES", .requests),
        AdMacro("ADCOUNT", .everywhere),
        AdMacro("TRANSACTIONID", .everywhere),
        AdMacro("PLACEMENTTYPE", .everywhere),
        AdMacro("ADTYPE", .everywhere),
        AdMacro("UNIVERSALADID", .tracking),
        AdMacro("BREAKMAXDURATION", .everywhere),
        AdMacro("BREAKMAXADS", .everywhere),
        AdMacro("BREAKMINADLENGTH", .everywhere),
        AdMacro("BREAKMAXADLENGTH", .everywhere),
        AdMacro("IFA", .everywhere),
        AdMacro("IFATYPE", .everywhere),
        AdMacro("CLIENTUA", .everywhere),
        AdMacro("SERVERUA", .everywhere),
        AdMacro("DEVICEUA", .everywhere),
        AdMacro("SERVERSIDE", .everywhere),
        AdMacro("DEVICEIP", .everywhere),
        AdMacro("LATLONG", .everywhere),
        AdMacro("DOMAIN", .everywhere),
        AdMacro("PAGEURL", .everywhere),
        AdMacro("APPBUNDLE", .everywhere),
        AdMacro("VASTVERSIONS", .requests),
        AdMacro("APIFRAMEWORKS", .requests),
        AdMacro("EXTENSIONS", .requests),
        AdMacro("VERIFICATIONVENDORS", .requests),
        AdMacro("OMIDPARTNER", .everywhere),
        AdMacro("MEDIAMIME", .requests),
        AdMacro("PLAYERCAPABILITIES", .everywhere),
        AdMacro("CLICKTYPE", .everywhere),
        AdMacro("PLAYERSTATE", .tracking),
        AdMacro("INVENTORYSTATE", .everywhere),
        AdMacro("PLAYERSIZE", .everywhere),
        AdMacro("ADPLAYHEAD", .tracking),
        AdMacro("ASSETURI", .tracking),
        AdMacro("CONTENTID", .everywhere),
        AdMacro("CONTENTURI", .everywhere),
        AdMacro("PODSEQUENCE", .tracking),
        AdMacro("ADSERVINGID", .tracking),
        AdMacro("CLICKPOS", .tracking),
        AdMacro("ERRORCODE", .tracking, isRequired: true),
        AdMacro("REASON", .tracking, isRequired: true),
        AdMacro("LIMITADTRACKING", .everywhere, isRequired: true),
        AdMacro("REGULATIONS", .everywhere),
        AdMacro("GDPRCONSENT", .everywhere),
        AdMacro("STOREID", .everywhere),
        AdMacro("STOREURL", .everywhere),
        AdMacro("PLAYBACKMETHODS", .everywhere),
        AdMacro("CONTENTCAT", .requests),
        AdMacro("GPPSTRING", .everywhere),
        AdMacro("GPPSECTIONID", .everywhere),
        AdMacro("DSAREQUIRED", .requests),
        AdMacro("DSAPARAMS", .requests),
        AdMacro("DSAPUBRENDER", .requests),
    ]

    /// All macros by name.
    public static let named: [String: AdMacro] = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}
