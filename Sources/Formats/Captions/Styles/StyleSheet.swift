// SPDX-License-Identifier: Apache-2.0

/// A CSS style sheet, from a WebVTT STYLE block or an application.
public struct StyleSheet: Hashable, Sendable {
    /// The source text.
    public var text: String
    /// The line where it begins in the file; 0 outside files.
    public var line: Int
    /// The rules that can be parsed, in order.
    public var rules: [StyleRule]

    public init(_ text: String, line: Int = 0) {
        var errors = ErrorList(limit: 0)
        self.init(text, line: line, namesVideo: true, errors: &errors)
    }

    /// Parses a sheet. Errors are reported, and the rest of the sheet still applies (CSS Syntax 3, 2.2).
    /// - Parameter namesVideo: Whether selectors may name an element before `::cue`.
    init(_ text: String, line: Int, namesVideo: Bool = false, errors: inout ErrorList) {
        self.text = text
        self.line = line
        var parser = StyleSheetParser(line: line, namesVideo: namesVideo)
        var bytes = text
        rules = bytes.withUTF8 { parser.parse($0, errors: &errors) }
    }
}

/// A style sheet rule.
public struct StyleRule: Hashable, Sendable {
    /// The source text of the selector.
    public var selector: String
    /// The parsed selectors for cues and regions; empty if there are none or they are not supported, so that the rule matches nothing.
    public var selectors: [CueSelector]
    /// The declarations in order.
    public var declarations: [Declaration]
    /// The line where the rule begins in the file; 0 outside files.
    public var line: Int
}
