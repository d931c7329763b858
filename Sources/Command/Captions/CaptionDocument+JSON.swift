// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxMedia

extension CaptionDocument {
    var json: JSONTree {
        .record(["cues": cues.map(\.json), "regions": regions.map(\.json), "styles": styleSheets.map(\.json), "errors": errors.map(\.json)])
    }

    /// The document as text.
    var summary: String {
        var lines = ["\(format.name): \(cues.count == 1 ? "1 cue" : "\(cues.count) cues")"]
        if let start = cues.map(\.start).min(), let end = cues.map(\.end).max() {
            lines[0] += ", from \(start.seconds) s to \(end.seconds) s"
        }
        if !regions.isEmpty { lines.append("regions: \(regions.map { TerminalText.line($0.id) }.joined(separator: ", "))") }
        if !styleSheets.isEmpty { lines.append("style sheets: \(styleSheets.count)") }
        if !errors.isEmpty { lines.append("errors: \(errors.count) (see --check)") }
        return lines.joined(separator: "\n")
    }
}

extension Cue {
    var json: JSONTree {
        .record([
            "id": id, "start": start.seconds, "end": end.seconds, "region": region, "settings": settings.json, "text": text,
            "tree": tree.dump,
        ])
    }
}

extension CueSettings {
    var json: JSONTree {
        let automatic = JSONTree.string("auto")
        return .record([
            "vertical": vertical.rawValue, "line": line?.json ?? automatic, "lineAlign": lineAlignment.rawValue, "snapToLines": snapToLines,
            "position": position?.json ?? automatic, "positionAlign": positionAlignment.rawValue, "size": size, "align": alignment.rawValue,
        ])
    }
}

extension CaptionRegion {
    var json: JSONTree {
        .record([
            "id": id, "width": width, "lines": lines, "regionAnchorX": anchorX, "regionAnchorY": anchorY,
            "viewportAnchorX": viewportAnchorX,
            "viewportAnchorY": viewportAnchorY, "scroll": scrollsUp ? "up" : "", "height": height, "displayAlign": display.rawValue,
            "style": style.css,
        ])
    }
}

extension StyleSheet {
    var json: JSONTree {
        .record([
            "line": line, "text": text,
            "rules": rules.map { JSONTree.record(["selector": $0.selector, "declarations": $0.declarations.css, "line": $0.line]) },
        ])
    }
}

extension CaptionError {
    var json: JSONTree { .record(["line": line, "code": code.name, "message": message]) }
}
