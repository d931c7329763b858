// SPDX-License-Identifier: Apache-2.0

/// A CSS style sheet, as a STYLE block of WebVTT or an application gives it.
public struct StyleSheet: Hashable, Sendable {
    /// As written.
    public var text: String
    /// Where its text begins in the file; 0 outside files.
    public var line: Int
    public var rules: [StyleRule]

    public init(_ text: String, line: Int = 0) {
        var errors = ErrorList(limit: 0)
        self.init(text, line: line, namesVideo: true, errors: &errors)
    }

    /// What cannot be read is reported, and the rest of the sheet still counts (CSS Syntax 3, 2.2).
    /// - Parameter namesVideo: Whether selectors may name an element before `::cue`.
    init(_ text: String, line: Int, namesVideo: Bool = false, errors: inout ErrorList) {
        self.text = text
        self.line = line
        var parser = StyleSheetParser(line: line, namesVideo: namesVideo)
        var bytes = text
        rules = bytes.withUTF8 { parser.parse($0, errors: &errors) }
    }
}

/// A rule of a style sheet.
public struct StyleRule: Hashable, Sendable {
    /// As written.
    public var selector: String
    /// What the selector means for cues and regions; empty where it is not one for them, or not understood: then it matches nothing.
    public var selectors: [CueSelector]
    public var declarations: [Declaration]
    public var line: Int
}
