// SPDX-License-Identifier: Apache-2.0

/// When there are ads in a piece of content (VMAP 1.0.1).
public struct VMAPDocument: Hashable, Sendable {
    public var version: String?
    public var breaks: [VMAPBreak]
    public var extensions: [VASTExtension]
    /// What could not be read and was got over, in the ads inside too.
    public var problems: [VASTError]

    public init(version: String? = nil, breaks: [VMAPBreak] = [], extensions: [VASTExtension] = [], problems: [VASTError] = []) {
        self.version = version
        self.breaks = breaks
        self.extensions = extensions
        self.problems = problems
    }
}

public struct VMAPBreak: Hashable, Sendable {
    /// Nil when it is none that VMAP knows.
    public var offset: VMAPOffset?
    public var offsetText: String?
    /// `linear`, `nonlinear`, `display`, in lower case.
    public var types: [String]
    public var id: String?
    /// In seconds: it comes again after each of these.
    public var repeatAfter: Double?
    public var source: VMAPAdSource?
    /// `breakStart`, `breakEnd` and `error` with `[ERRORCODE]`.
    public var tracking: [VASTTracking]
    public var extensions: [VASTExtension]
    /// In its document, from 1.
    public var line: Int

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

/// When a break is.
public enum VMAPOffset: Hashable, Sendable {
    case start
    case end
    /// From the content's beginning.
    case seconds(Double)
    /// 0 to 100, of the content's duration.
    case percent(Double)
    /// The number of an opportunity in the stream, from 1.
    case position(Int)
}

/// Where a break's ads come from.
public struct VMAPAdSource: Hashable, Sendable {
    public enum Content: Hashable, Sendable {
        case vast(VASTDocument)
        /// `vast1` to `vast4` or `proprietary`, and other names of the wild.
        case tag(url: String, templateType: String?)
        case custom(String, templateType: String?)
    }

    public var id: String?
    /// As written; yes when not.
    public var allowMultipleAds: Bool?
    /// As written; yes when not.
    public var followRedirects: Bool?
    public var content: Content?

    public init(id: String? = nil, allowMultipleAds: Bool? = nil, followRedirects: Bool? = nil, content: Content? = nil) {
        self.id = id
        self.allowMultipleAds = allowMultipleAds
        self.followRedirects = followRedirects
        self.content = content
    }
}
