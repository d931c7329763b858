// SPDX-License-Identifier: Apache-2.0

/// The type of segment that begins or ends (SCTE 35, table 23).
public struct SegmentationType: Hashable, Sendable, RawRepresentable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The start of a break.
    public static let breakStart = SegmentationType(rawValue: 0x22)
    /// The start of a provider's advertisement.
    public static let providerAdStart = SegmentationType(rawValue: 0x30)
    /// The start of a distributor's advertisement.
    public static let distributorAdStart = SegmentationType(rawValue: 0x32)
    /// The start of a provider's placement opportunity.
    public static let providerPlacementStart = SegmentationType(rawValue: 0x34)
    /// The start of a distributor's placement opportunity.
    public static let distributorPlacementStart = SegmentationType(rawValue: 0x36)

    /// The name in the standard; nil for reserved values.
    public var name: String? { Self.names[rawValue] }

    /// Whether the type starts an ad break by default.
    public var opensBreak: Bool { Self.opening.contains(rawValue) }
    /// Whether the type ends a break started by the preceding type number.
    public var closesBreak: Bool { rawValue > 0 && Self.opening.contains(rawValue - 1) }
    /// Whether the standard allows sub-segment fields.
    public var mayHaveSubSegment: Bool { Self.opening.contains(rawValue) && rawValue != 0x22 && rawValue != 0x3C && rawValue != 0x3E }

    private static let opening: Set<UInt8> = [0x22, 0x30, 0x32, 0x34, 0x36, 0x38, 0x3A, 0x3C, 0x3E, 0x44, 0x46]

    private static let names: [UInt8: String] = [
        0x00: "Not Indicated", 0x01: "Content Identification", 0x02: "Call Ad Server", 0x10: "Program Start", 0x11: "Program End",
        0x12: "Program Early Termination", 0x13: "Program Breakaway", 0x14: "Program Resumption", 0x15: "Program Runover Planned",
        0x16: "Program Runover Unplanned", 0x17: "Program Overlap Start", 0x18: "Program Blackout Override", 0x19: "Program Join",
        0x1A: "Program Immediate Resumption", 0x20: "Chapter Start", 0x21: "Chapter End", 0x22: "Break Start", 0x23: "Break End",
        0x24: "Opening Credit Start", 0x25: "Opening Credit End", 0x26: "Closing Credit Start", 0x27: "Closing Credit End",
        0x30: "Provider Advertisement Start", 0x31: "Provider Advertisement End", 0x32: "Distributor Advertisement Start",
        0x33: "Distributor Advertisement End", 0x34: "Provider Placement Opportunity Start",
        0x35: "Provider Placement Opportunity End", 0x36: "Distributor Placement Opportunity Start",
        0x37: "Distributor Placement Opportunity End", 0x38: "Provider Overlay Placement Opportunity Start",
        0x39: "Provider Overlay Placement Opportunity End", 0x3A: "Distributor Overlay Placement Opportunity Start",
        0x3B: "Distributor Overlay Placement Opportunity End", 0x3C: "Provider Promo Start", 0x3D: "Provider Promo End",
        0x3E: "Distributor Promo Start", 0x3F: "Distributor Promo End", 0x40: "Unscheduled Event Start", 0x41: "Unscheduled Event End",
        0x42: "Alternate Content Opportunity Start", 0x43: "Alternate Content Opportunity End", 0x44: "Provider Ad Block Start",
        0x45: "Provider Ad Block End", 0x46: "Distributor Ad Block Start", 0x47: "Distributor Ad Block End", 0x50: "Network Start",
        0x51: "Network End",
    ]
}
