// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

extension ServerControl: JSONConvertible {
    var json: JSONTree {
        .record([
            "canBlockReload": canBlockReload, "canSkipUntil": canSkipUntil, "canSkipDateRanges": canSkipDateRanges, "holdBack": holdBack,
            "partHoldBack": partHoldBack,
        ])
    }
}

extension Skip: JSONConvertible {
    var json: JSONTree {
        .record(["skippedSegments": skippedSegments, "recentlyRemovedDateRanges": recentlyRemovedDateRanges])
    }
}

extension PreloadHint: JSONConvertible {
    var json: JSONTree {
        .record([
            "type": kind == .part ? "PART" : "MAP", "uri": uri.url, "byteRangeStart": byteRangeStart, "byteRangeLength": byteRangeLength,
        ])
    }
}

extension RenditionReport: JSONConvertible {
    var json: JSONTree { .record(["uri": uri.url, "lastMSN": lastSequence, "lastPart": lastPart]) }
}

extension PlaylistStart: JSONConvertible {
    var json: JSONTree { .record(["timeOffset": timeOffset, "precise": isPrecise]) }
}

extension Definition: JSONConvertible {
    var json: JSONTree {
        let word =
            switch source {
            case .written: "NAME"
            case .imported: "IMPORT"
            case .queryParameter: "QUERYPARAM"
            }
        return .record(["name": name, "value": value, "source": word])
    }
}

extension UnknownTag: JSONConvertible {
    var json: JSONTree { .record(["name": name, "value": value, "line": line]) }
}

extension PlaylistDiagnostic: JSONConvertible {
    var json: JSONTree { .record(["line": line, "column": column, "code": code.name, "message": message, "remedy": remedy]) }
}

/// Attributes by name; the last one of a name wins.
func attributeRecord(_ attributes: [Attribute]) -> JSONTree {
    var seen: Set<String> = []
    let last = attributes.reversed().filter { seen.insert($0.name).inserted }
    return .object(last.reversed().map { ($0.name, $0.value.json) })
}
