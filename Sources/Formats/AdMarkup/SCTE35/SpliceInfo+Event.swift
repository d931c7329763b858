// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

extension EventMessage {
    /// Schemes for binary SCTE 35 sections (ANSI/SCTE 214-3).
    private static let sections = ["urn:scte:scte35:2013:bin", "urn:scte:scte35:2014:bin"]

    /// Whether the event carries an SCTE 35 section.
    public var isSplice: Bool { Self.sections.contains(scheme) }
}

extension SpliceInfo {
    /// Reads the section in an event message.
    ///
    /// - Returns: nil for an event of another scheme.
    public static func read(_ event: EventMessage, isStrict: Bool = false) throws(SpliceError) -> Reading? {
        event.isSplice ? try read(event.data, isStrict: isStrict) : nil
    }
}
