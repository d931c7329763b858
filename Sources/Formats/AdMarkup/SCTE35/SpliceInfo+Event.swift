// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

extension EventMessage {
    /// Sections of SCTE 35 as they are (ANSI/SCTE 214-3).
    private static let sections = ["urn:scte:scte35:2013:bin", "urn:scte:scte35:2014:bin"]

    /// Whether it is a section of SCTE 35.
    public var isSplice: Bool { Self.sections.contains(scheme) }
}

extension SpliceInfo {
    /// Reads the section in an event of the media.
    ///
    /// - Returns: nil for an event of another scheme.
    public static func read(_ event: EventMessage, isStrict: Bool = false) throws(SpliceError) -> Reading? {
        event.isSplice ? try read(event.data, isStrict: isStrict) : nil
    }
}
