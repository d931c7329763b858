// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension MultivariantPlaylist {
    /// The playlist as text: variants and renditions in tables, other facts one per line.
    func summary(statesVersion: Bool) -> String {
        let version = statesVersion ? "version \(version)" : "no version"
        var text = "  multivariant playlist, \(version)\(isIndependentSegments ? ", independent segments" : "")\n"
        text += table("variant", variants)
        text += table("I-frame variant", iFrameVariants)
        text += table("image variant", imageVariants)
        if !renditions.isEmpty {
            let rows = renditions.prefix(Self.maximumRows).map(\.cells)
            text += "\n\(counted(renditions.count, "rendition"))\n"
            text += TerminalText.table([["type", "group", "name", "language", "flags", "channels", "URL"]] + cleaned(rows))
        }
        var facts: [[String]] = []
        for key in sessionKeys.prefix(8) { facts.append(["session key", "\(key.method.name) \(key.keyFormat) \(key.uri?.url ?? "")"]) }
        for data in sessionData.prefix(8) { facts.append(["session data", data.id]) }
        for definition in defines.prefix(8) { facts.append(["variable", "\(definition.name) = \(definition.value)"]) }
        if let contentSteering { facts.append(["steering", contentSteering.serverURI.url]) }
        if let start { facts.append(["start", "\(TerminalText.decimal(start.timeOffset)) s"]) }
        for tag in unknownTags.prefix(8) { facts.append(["unknown tag", tag.name]) }
        return text + (facts.isEmpty ? "" : "\n" + TerminalText.table(cleaned(facts)))
    }

    /// The maximum number of rows in a table.
    private static let maximumRows = 50

    private func table(_ noun: String, _ variants: [Variant]) -> String {
        if variants.isEmpty { return "" }
        let rows = variants.prefix(Self.maximumRows).map(\.cells)
        let head = ["size", "kbit/s", "average", "fps", "codecs", "range", "audio", "URL"]
        let rest = variants.count > Self.maximumRows ? "  and \(variants.count - Self.maximumRows) more\n" : ""
        return "\n\(counted(variants.count, noun))\n" + TerminalText.table(shown([head] + cleaned(rows))) + rest
    }

    /// Removes empty columns.
    private func shown(_ rows: [[String]]) -> [[String]] {
        let columns = rows[0].indices.filter { column in rows.dropFirst().contains { !$0[column].isEmpty } }
        return rows.map { row in columns.map { row[$0] } }
    }

    private func cleaned(_ rows: [[String]]) -> [[String]] { rows.map { row in row.map { TerminalText.line($0) } } }
}

extension Variant {
    fileprivate var cells: [String] {
        let size = resolution.map { "\($0.width)x\($0.height)" } ?? ""
        let average = averageBandwidth.map { "\($0 / 1000)" } ?? ""
        let rate = frameRate.map(TerminalText.decimal) ?? ""
        let codecs = codecs.joined(separator: ",")
        return [size, "\(bandwidth / 1000)", average, rate, codecs, videoRange ?? "", audioGroup ?? "", uri.url]
    }
}

extension Rendition {
    fileprivate var cells: [String] {
        let flags: [String?] = [isDefault ? "default" : nil, isAutoselect ? "auto" : nil, isForced ? "forced" : nil]
        let text = flags.compactMap { $0 }.joined(separator: " ")
        return [kind.word, groupID, name, language ?? "", text, channels ?? "", uri?.url ?? ""]
    }
}
