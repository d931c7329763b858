// SPDX-License-Identifier: Apache-2.0

/// Why a service doesn't provide media or a part of it.
public struct BlockingReason: Hashable, Sendable {
    /// The name used by services.
    public let name: String
    /// - Parameter name: the name used by a service; names other than the static members use the texts of ``unknown``.
    public init(_ name: String) { self.name = name }

    /// Not available in the user's region.
    public static let geoblocked = BlockingReason("geoblocked")
    /// Not available for legal reasons.
    public static let legal = BlockingReason("legal")
    /// Commercial content that may not be shown.
    public static let commercial = BlockingReason("commercial")
    /// Withheld by the editors.
    public static let journalistic = BlockingReason("journalistic")
    /// For adults only: available from 22:00 to 05:00.
    public static let ageRating18 = BlockingReason("ageRating18")
    /// Available from 20:00 to 06:00.
    public static let ageRating12 = BlockingReason("ageRating12")
    /// Not available yet.
    public static let startDate = BlockingReason("startDate")
    /// No longer available.
    public static let endDate = BlockingReason("endDate")
    /// The user seems to use a VPN or a proxy, so that the region is unknown.
    public static let vpnOrProxy = BlockingReason("vpnOrProxy")
    /// Blocked for a reason that isn't known here.
    public static let unknown = BlockingReason("unknown")

    /// The reasons named here. A service may have others.
    public static let all: [BlockingReason] = [
        .geoblocked, .legal, .commercial, .journalistic, .ageRating18, .ageRating12, .startDate, .endDate, .vpnOrProxy, .unknown,
    ]
}

/// Messages about blocked content for the user, in one language.
public struct BlockingTexts: Hashable, Sendable {
    /// For media that can't be played at all.
    public var media: [BlockingReason: String]
    /// For a part that was skipped.
    public var segment: [BlockingReason: String]

    /// - Parameters:
    ///   - media: missing reasons use English.
    ///   - segment: missing reasons use English.
    public init(media: [BlockingReason: String] = [:], segment: [BlockingReason: String] = [:]) {
        self.media = media
        self.segment = segment
    }

    /// The message for media that can't be played; in English if it isn't in ``media``.
    public func text(forMedia reason: BlockingReason) -> String {
        media[reason] ?? Self.english.media[reason] ?? "This content is not available."
    }

    /// The message for a part that was skipped; in English if it isn't in ``segment``.
    public func text(forSegment reason: BlockingReason) -> String {
        segment[reason] ?? Self.english.segment[reason] ?? "A part that is not available was skipped."
    }

    /// The messages in English, for all reasons in ``BlockingReason/all``.
    public static let english = BlockingTexts(
        media: [
            .geoblocked: "This content is not available in your region.",
            .legal: "This content is not available for legal reasons.",
            .commercial: "This commercial content is not available.",
            .journalistic: "This content is not available for journalistic reasons.",
            .ageRating18: "To protect minors, this content is only available between 22:00 and 05:00.",
            .ageRating12: "To protect children, this content is only available between 20:00 and 06:00.",
            .startDate: "This content is not available yet.",
            .endDate: "This content is no longer available.",
            .vpnOrProxy: "This content can't be played through a VPN or a proxy; switch it off and try again.",
            .unknown: "This content is not available.",
        ],
        segment: [
            .geoblocked: "A part that is not available in your region was skipped.",
            .legal: "A part was skipped for legal reasons.",
            .commercial: "A commercial part was skipped.",
            .journalistic: "A part was skipped for journalistic reasons.",
            .ageRating18: "To protect minors, a part was skipped that is only available between 22:00 and 05:00.",
            .ageRating12: "To protect children, a part was skipped that is only available between 20:00 and 06:00.",
            .startDate: "A part that is not available yet was skipped.",
            .endDate: "A part that is no longer available was skipped.",
            .vpnOrProxy: "A part that can't be played through a VPN or a proxy was skipped.",
            .unknown: "A part that is not available was skipped.",
        ])
}
