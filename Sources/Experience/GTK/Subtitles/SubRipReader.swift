// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// The cues of an SRT file: a number, a line of times with commas, and text up to an empty line.
enum SubRipReader {
    static func entries(of text: String) -> [CueReader.Entry] {
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        var entries: [CueReader.Entry] = []
        var index = 0
        while index < lines.count, entries.count < CueReader.most {
            defer { index += 1 }
            guard lines[index].contains("-->"), let range = CueReader.timeRange(lines[index].replacing(",", with: ".")[...]) else {
                continue
            }
            var payload = Array(lines[(index + 1)...].prefix { !$0.allSatisfy(\.isWhitespace) && !$0.contains("-->") })
            index += payload.count
            // Without an empty line between them, the next cue's number stands at the end of this one.
            let runsOn = index + 1 < lines.count && lines[index + 1].contains("-->")
            if runsOn, let last = payload.last, last.allSatisfy(\.isNumber) { payload.removeLast() }
            entries.append(CueReader.Entry(timeRange: range, payload: payload.joined(separator: "\n")))
        }
        return entries
    }

    /// As WebVTT would say it: commands in braces are left out, and `<` is a letter unless a tag follows.
    static func markup(_ payload: String) -> String {
        var text = ""
        var rest = payload[...]
        while let character = rest.first {
            rest = rest.dropFirst()
            if character == "{", rest.first == "\\", let end = rest.firstIndex(of: "}") {
                rest = rest[rest.index(after: end)...]
            } else if character == "<", !isTag(rest) {
                text += "&lt;"
            } else {
                text.append(character)
            }
        }
        return text
    }

    private static func isTag(_ rest: Substring) -> Bool {
        let name = rest.first == "/" ? rest.dropFirst() : rest
        return name.first.map { $0.isASCII && $0.isLetter } == true && rest.contains(">")
    }
}
