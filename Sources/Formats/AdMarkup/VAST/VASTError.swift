// SPDX-License-Identifier: Apache-2.0

/// An error in an ad document or its playback, with the code that is reported to ad servers (VAST 4.3, 2.3.6).
public struct VASTError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The code for error URLs, which names the kind of error.
    public let code: VASTErrorCode
    /// The path of the element, with indices among elements of the same name, such as `VAST/Ad[2]/InLine`.
    public let location: String
    /// The line from 1; 0 for the whole document.
    public let line: Int
    /// The column from 1; 0 for the whole line.
    public let column: Int
    /// What is wrong.
    public let message: String
    /// How the author can fix it.
    public let remedy: String

    public init(_ code: VASTErrorCode, location: String = "", line: Int = 0, column: Int = 0, message: String, remedy: String) {
        self.code = code
        self.location = location
        self.line = line
        self.column = column
        self.message = message
        self.remedy = remedy
    }

    public var description: String {
        let spot = [location, line > 0 ? "line \(line)\(column > 0 ? ", column \(column)" : "")" : ""].filter { !$0.isEmpty }
        return "VAST \(code.number): " + spot.joined(separator: ", ") + (spot.isEmpty ? "" : ": ") + "\(message); \(remedy)"
    }
}

/// An error code that replaces `[ERRORCODE]` in error URLs (VAST 4.3, 2.3.6.3).
public struct VASTErrorCode: Hashable, Sendable {
    /// The number in error URLs.
    public let number: Int
    private init(_ number: Int) { self.number = number }

    /// The document is not well-formed XML.
    public static let xml = VASTErrorCode(100)
    /// The document violates its schema.
    public static let schema = VASTErrorCode(101)
    /// The version is not supported.
    public static let version = VASTErrorCode(102)
    /// The ad cannot be shown in this placement.
    public static let trafficking = VASTErrorCode(200)
    /// The ad has a different linearity than expected.
    public static let linearity = VASTErrorCode(201)
    /// The ad has a different duration than expected.
    public static let duration = VASTErrorCode(202)
    /// The ad has a different size than expected.
    public static let size = VASTErrorCode(203)
    /// The ad has no category, which is required.
    public static let categoryMissing = VASTErrorCode(204)
    /// The ad's category is blocked by a wrapper or the publisher.
    public static let categoryBlocked = VASTErrorCode(205)
    /// The break was shortened and the ad not played.
    public static let breakShortened = VASTErrorCode(206)
    /// A wrapper could not be followed; the general code.
    public static let wrapper = VASTErrorCode(300)
    /// A wrapper's URL, or one it led to, timed out.
    public static let wrapperTimeout = VASTErrorCode(301)
    /// The wrapper limit is exceeded.
    public static let wrapperLimit = VASTErrorCode(302)
    /// No ad after one or more wrappers.
    public static let noAd = VASTErrorCode(303)
    /// The ad was not played in time after its response.
    public static let inlineTimeout = VASTErrorCode(304)
    /// A linear ad could not be played.
    public static let linear = VASTErrorCode(400)
    /// The media file was not found.
    public static let fileNotFound = VASTErrorCode(401)
    /// The media file did not load in time.
    public static let mediaTimeout = VASTErrorCode(402)
    /// No media file is supported by the player.
    public static let noSupportedFile = VASTErrorCode(403)
    /// The media file could not be played.
    public static let fileDisplay = VASTErrorCode(405)
    /// A mezzanine is required but missing.
    public static let mezzanineMissing = VASTErrorCode(406)
    /// The mezzanine is being downloaded or transcoded; this ad is not played now.
    public static let mezzanineLoading = VASTErrorCode(407)
    /// The conditional ad was rejected.
    public static let conditionalRejected = VASTErrorCode(408)
    /// The interactive file was not executed.
    public static let interactiveNotRun = VASTErrorCode(409)
    /// The verification code was not executed.
    public static let verificationNotRun = VASTErrorCode(410)
    /// The mezzanine does not meet the requirements.
    public static let mezzanineUnfit = VASTErrorCode(411)
    /// A non-linear ad could not be shown; the general code.
    public static let nonLinear = VASTErrorCode(500)
    /// The non-linear ad does not fit.
    public static let nonLinearSize = VASTErrorCode(501)
    /// The resource of a non-linear ad could not be loaded.
    public static let nonLinearNotFetched = VASTErrorCode(502)
    /// No resource of the non-linear ad is supported.
    public static let nonLinearUnsupported = VASTErrorCode(503)
    /// A companion could not be shown; the general code.
    public static let companion = VASTErrorCode(600)
    /// The companion does not fit.
    public static let companionSize = VASTErrorCode(601)
    /// A required companion could not be shown.
    public static let companionRequired = VASTErrorCode(602)
    /// The resource of a companion could not be loaded.
    public static let companionNotFetched = VASTErrorCode(603)
    /// No resource of the companion is supported.
    public static let companionUnsupported = VASTErrorCode(604)
    /// Undefined error.
    public static let undefined = VASTErrorCode(900)
    /// An ad that needs VPAID, which is not supported, or which failed.
    public static let vpaid = VASTErrorCode(901)
    /// The interactive creative failed.
    public static let interactive = VASTErrorCode(902)

    /// All codes of VAST 4.3 in order.
    public static let all: [VASTErrorCode] = [
        xml, schema, version, trafficking, linearity, duration, size, categoryMissing, categoryBlocked, breakShortened, wrapper,
        wrapperTimeout, wrapperLimit, noAd, inlineTimeout, linear, fileNotFound, mediaTimeout, noSupportedFile, fileDisplay,
        mezzanineMissing, mezzanineLoading, conditionalRejected, interactiveNotRun, verificationNotRun, mezzanineUnfit, nonLinear,
        nonLinearSize, nonLinearNotFetched, nonLinearUnsupported, companion, companionSize, companionRequired, companionNotFetched,
        companionUnsupported, undefined, vpaid, interactive,
    ]
}
