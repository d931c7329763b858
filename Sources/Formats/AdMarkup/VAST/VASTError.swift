// SPDX-License-Identifier: Apache-2.0

/// What is wrong with ads or with playing them, by the codes that ad servers are told (VAST 4.3, 2.3.6).
public struct VASTError: Error, Hashable, Sendable, CustomStringConvertible {
    public let code: VASTErrorCode
    /// The way through the document's elements with each one's number among those of its name, such as `VAST/Ad[2]/InLine`.
    public let place: String
    /// From 1; 0 means the document as a whole.
    public let line: Int
    /// From 1; 0 means the line as a whole.
    public let column: Int
    public let message: String
    /// What its author can do.
    public let cure: String

    public init(_ code: VASTErrorCode, place: String = "", line: Int = 0, column: Int = 0, message: String, cure: String) {
        self.code = code
        self.place = place
        self.line = line
        self.column = column
        self.message = message
        self.cure = cure
    }

    public var description: String {
        let spot = [place, line > 0 ? "line \(line)\(column > 0 ? ", column \(column)" : "")" : ""].filter { !$0.isEmpty }
        return "VAST \(code.number): " + spot.joined(separator: ", ") + (spot.isEmpty ? "" : ": ") + "\(message); \(cure)"
    }
}

/// A code that replaces `[ERRORCODE]` in error addresses (VAST 4.3, 2.3.6.3).
public struct VASTErrorCode: Hashable, Sendable {
    public let number: Int
    private init(_ number: Int) { self.number = number }

    /// The document is not well-formed XML.
    public static let xml = VASTErrorCode(100)
    /// It is not as its schema says.
    public static let schema = VASTErrorCode(101)
    /// Its version is not supported.
    public static let version = VASTErrorCode(102)
    /// An ad that can't be shown in this place was received.
    public static let trafficking = VASTErrorCode(200)
    /// Another linearity was expected.
    public static let linearity = VASTErrorCode(201)
    /// Another duration was expected.
    public static let duration = VASTErrorCode(202)
    /// Another size was expected.
    public static let size = VASTErrorCode(203)
    /// The ad's category was required and is not given.
    public static let categoryMissing = VASTErrorCode(204)
    /// The ad's category is blocked, by a wrapper or by the publisher.
    public static let categoryBlocked = VASTErrorCode(205)
    /// The break was shortened and the ad not played.
    public static let breakShortened = VASTErrorCode(206)
    public static let wrapper = VASTErrorCode(300)
    /// A wrapper's address, or one it led to, did not answer in time.
    public static let wrapperTimeout = VASTErrorCode(301)
    /// There are more wrappers than allowed.
    public static let wrapperLimit = VASTErrorCode(302)
    /// No ad came after one or more wrappers.
    public static let noAd = VASTErrorCode(303)
    /// The ad did not come to be played in time after it was answered.
    public static let inlineTimeout = VASTErrorCode(304)
    /// A linear ad could not be shown.
    public static let linear = VASTErrorCode(400)
    public static let fileNotFound = VASTErrorCode(401)
    public static let mediaTimeout = VASTErrorCode(402)
    /// None of the media files is of a kind the player plays.
    public static let noSupportedFile = VASTErrorCode(403)
    /// The media file could not be shown.
    public static let fileDisplay = VASTErrorCode(405)
    /// A mezzanine is required and not given.
    public static let mezzanineMissing = VASTErrorCode(406)
    /// The mezzanine is being loaded or made ready; this ad is not played now.
    public static let mezzanineLoading = VASTErrorCode(407)
    /// The conditional ad was refused.
    public static let conditionalRejected = VASTErrorCode(408)
    /// The interactive file was not run.
    public static let interactiveNotRun = VASTErrorCode(409)
    /// The verification code was not run.
    public static let verificationNotRun = VASTErrorCode(410)
    /// The mezzanine is not as required.
    public static let mezzanineUnfit = VASTErrorCode(411)
    public static let nonLinear = VASTErrorCode(500)
    /// The non-linear ad does not fit.
    public static let nonLinearSize = VASTErrorCode(501)
    public static let nonLinearNotFetched = VASTErrorCode(502)
    public static let nonLinearUnsupported = VASTErrorCode(503)
    public static let companion = VASTErrorCode(600)
    /// The companion does not fit.
    public static let companionSize = VASTErrorCode(601)
    /// A required companion could not be shown.
    public static let companionRequired = VASTErrorCode(602)
    public static let companionNotFetched = VASTErrorCode(603)
    public static let companionUnsupported = VASTErrorCode(604)
    /// None of the others.
    public static let undefined = VASTErrorCode(900)
    public static let vpaid = VASTErrorCode(901)
    /// The interactive creative failed.
    public static let interactive = VASTErrorCode(902)

    /// All codes of VAST 4.3 in their order.
    public static let all: [VASTErrorCode] = [
        xml, schema, version, trafficking, linearity, duration, size, categoryMissing, categoryBlocked, breakShortened, wrapper,
        wrapperTimeout, wrapperLimit, noAd, inlineTimeout, linear, fileNotFound, mediaTimeout, noSupportedFile, fileDisplay,
        mezzanineMissing, mezzanineLoading, conditionalRejected, interactiveNotRun, verificationNotRun, mezzanineUnfit, nonLinear,
        nonLinearSize, nonLinearNotFetched, nonLinearUnsupported, companion, companionSize, companionRequired, companionNotFetched,
        companionUnsupported, undefined, vpaid, interactive,
    ]
}
