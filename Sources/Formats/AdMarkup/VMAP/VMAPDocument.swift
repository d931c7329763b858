// SPDX-License-Identifier: Apache-2.0

/// A schedule of ad breaks for a piece of content (VMAP 1.0.1).
public struct VMAPDocument: Hashable, Sendable {
    /// The version as written, such as `1.0`; nil if not stated.
    public var version: String?
    /// The breaks in document order.
    public var breaks: [VMAPBreak]
    /// Proprietary elements of the ad server.
    public var extensions: [VASTExtension]
    /// Recoverable errors, including those in embedded ads.
    public var problems: [VASTError]

    public init(version: String? = nil, breaks: [VMAPBreak] = [], extensions: [VASTExtension] = [], problems: [VASTError] = []) {
        self.version = version
        self.breaks = breaks
        self.extensions = extensions
        self.problems = problems
    }
}

/// A break, or several at regular intervals (VMAP 1.0.1, 2.3.1).
public struct VMAPBreak: Hashable, Sendable {
    /// nil if the time offset is invalid.
    public var offset: VMAPOffset?
    /// The time offset as written.
    public var offsetText: String?
    /// `linear`, `nonlinear` or `display`, in lower case.
    public var types: [String]
    /// `breakId`: the publisher's identifier; nil if not stated.
    public var id: String?
    /// The repetition interval in seconds.
    public var repeatAfter: Double?
    /// Where the ads come from; nil if there are none.
    public var source: VMAPAdSource?
    /// URLs for `breakStart`, `breakEnd` and `error`, with `[ERRORCODE]`.
    public var tracking: [VASTTracking]
    /// Proprietary elements of the ad server.
    public var extensions: [VASTExtension]
    /// The line in its document, from 1.
    public var line: Int

    /// - Parameter line: the line in its document, from 1.
    public init(
        offset: VMAPOffset? = nil, offsetText: String? = nil, types: [String], id: String? = nil, repeatAfter: Double? = nil,
        source: VMAPAdSource? = nil, tracking: [VASTTracking], extensions: [VASTExtension], line: Int
    ) {
        self.offset = offset
        self.offsetText = offsetText
        self.types = types
        self.id = id
        self.repeatAfter = repeatAfter
        self.source = source
        self.tracking = tracking
        self.extensions = extensions
        self.line = line
    }
}

/// The time of a break.
public enum VMAPOffset: Hashable, Sendable {
    /// Before the content.
    case start
    /// After the content.
    case end
    /// Seconds from the start of the content.
    case seconds(Double)
    /// 0 to 100 percent of the content's duration.
    case percent(Double)
    /// The number of an ad opportunity in the stream, from 1.
    case position(Int)
}

/// The source of a break's ads.
public struct VMAPAdSource: Hashable, Sendable {
    /// The ads, or where they are.
    public enum Content: Hashable, Sendable {
        /// Ads within the schedule.
        case vast(VASTDocument)
        /// An ad tag; the template type is `vast1` to `vast4`, `proprietary` or another name in use.
        case tag(url: String, templateType: String?)
        /// Data of another format, as text.
        case custom(String, templateType: String?)
    }

    /// The ad server's identifier; nil if not stated.
    public var id: String?
    /// The attribute as written; nil means yes.
    public var allowMultipleAds: Bool?
    /// The attribute as written; nil means yes.
    public var followRedirects: Bool?
    /// The ads, or where they are; nil if neither is given.
    public var content: Content?

    public init(id: String? = nil, allowMultipleAds: Bool? = nil, followRedirects: Bool? = nil, content: Content? = nil) {
        self.id = id
        self.allowMultipleAds = allowMultipleAds
        self.followRedirects = followRedirects
        self.content = content
    }
}
