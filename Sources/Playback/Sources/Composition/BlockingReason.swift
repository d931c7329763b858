// SPDX-License-Identifier: Apache-2.0

/// Why a service does not give a media, or a part of it.
public struct BlockingReason: Hashable, Sendable {
    /// As services write it.
    public let name: String
    /// - Parameter name: as a service writes it; one that is not among the static members counts as ``unknown`` in texts.
    public init(_ name: String) { self.name = name }

    /// The region that the person is in.
    public static let geoblocked = BlockingReason("geoblocked")
    public static let legal = BlockingReason("legal")
    public static let commercial = BlockingReason("commercial")
    public static let journalistic = BlockingReason("journalistic")
    /// For adults: to be seen from 22 to 5 o'clock.
    public static let ageRating18 = BlockingReason("ageRating18")
    /// To be seen from 20 to 6 o'clock.
    public static let ageRating12 = BlockingReason("ageRating12")
    /// Too early.
    public static let startDate = BlockingReason("startDate")
    /// Too late.
    public static let endDate = BlockingReason("endDate")
    public static let vpnOrProxy = BlockingReason("vpnOrProxy")
    public static let unknown = BlockingReason("unknown")

    public static let all: [BlockingReason] = [
        .geoblocked, .legal, .commercial, .journalistic, .ageRating18, .ageRating12, .startDate, .endDate, .vpnOrProxy, .unknown,
    ]
}

/// What a person is told about what is blocked, in one language.
public struct BlockingTexts: Hashable, Sendable {
    /// Nothing of the media can be played.
    public var media: [BlockingReason: String]
    /// A part of it was passed over.
    public var segment: [BlockingReason: String]

    /// - Parameters:
    ///   - media: of the reasons that are missing, English is used.
    ///   - segment: of the reasons that are missing, English is used.
    public init(media: [BlockingReason: String] = [:], segment: [BlockingReason: String] = [:]) {
        self.media = media
        self.segment = segment
    }

    public func text(forMedia reason: BlockingReason) -> String {
        media[reason] ?? Self.english.media[reason] ?? "This content is not available."
    }

    public func text(forSegment reason: BlockingReason) -> String {
        segment[reason] ?? Self.english.segment[reason] ?? "A part that is not available was skipped."
    }

    public static let english = BlockingTexts(
        media: [
            .geoblocked: "This content is not available in your region.",
            .legal: "This content is not available for legal reasons.",
            .commercial: "This commercial content is not available.",
            .journalistic: "This content is not available for journalistic reasons.",
            .ageRating18: "To protect minors, this content is only available between 22:00 and 05:00.",
            .ageRating12: "To protect children, this content is only available between 20:00 and 06:00.",
            .startDate: "This content is not available yet.",
            .endDate: "This content is not available any more.",
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
            .endDate: "A part that is not available any more was skipped.",
            .vpnOrProxy: "A part that can't be played through a VPN or a proxy was skipped.",
            .unknown: "A part that is not available was skipped.",
        ])
}
