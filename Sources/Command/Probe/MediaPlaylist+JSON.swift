// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension MediaPlaylist {
    /// - Parameter statesVersion: Whether the playlist has an EXT-X-VERSION; otherwise the version is null.
    func members(statesVersion: Bool) -> KeyValuePairs<String, any JSONConvertible> {
        [
            "version": (statesVersion ? version : nil) as Int?,
            "targetDuration": targetDuration,
            "mediaSequence": mediaSequence,
            "discontinuitySequence": discontinuitySequence,
            "endList": isEndList,
            "type": kind.map { $0 == .onDemand ? "VOD" : "EVENT" },
            "duration": (duration * 1e6).rounded() / 1e6,
            "iFramesOnly": isIFramesOnly,
            "imagesOnly": isImagesOnly,
            "independentSegments": isIndependentSegments,
            "start": start,
            "partTarget": partTarget,
            "serverControl": serverControl.json,
            "skip": skip,
            "defines": defines,
            "segments": segments.map(\.json),
            "upcoming": upcoming?.upcoming,
            "dateRanges": dateRanges,
            "preloadHints": preloadHints,
            "renditionReports": renditionReports,
            "unknownTags": allUnknownTags,
        ]
    }

    /// All unknown tags including those of segments, in line order.
    var allUnknownTags: [UnknownTag] {
        let all = unknownTags + segments.flatMap(\.unknownTags) + (upcoming?.unknownTags ?? [])
        return all.sorted { $0.line < $1.line }
    }
}

extension MediaSegment: JSONConvertible {
    var json: JSONTree {
        .record([
            "uri": uri.url,
            "duration": duration,
            "title": (title.isEmpty ? nil : title) as String?,
            "sequence": sequence,
            "discontinuity": isDiscontinuity,
            "discontinuitySequence": discontinuitySequence,
            "programDateTime": date,
            "byteRange": byteRange,
            "map": map,
            "keys": keys,
            "gap": isGap,
            "bitrate": bitrate,
            "parts": parts,
            "tiles": tiles,
        ])
    }
}

extension MediaSegment {
    /// The known members of an incomplete segment.
    fileprivate var upcoming: JSONTree {
        .record(["sequence": sequence, "programDateTime": date, "map": map, "keys": keys, "parts": parts])
    }

    /// A stated date keeps its precision; an extrapolated one is rounded to milliseconds.
    private var date: String? {
        guard let programDateTime else { return nil }
        return DateTimeText.text(statesProgramDateTime ? programDateTime : (programDateTime * 1000).rounded() / 1000)
    }
}

extension PartialSegment: JSONConvertible {
    var json: JSONTree {
        .record([
            "uri": uri.url, "duration": duration, "independent": isIndependent, "byteRange": byteRange, "gap": isGap,
        ])
    }
}

extension ByteRange: JSONConvertible {
    var json: JSONTree { .record(["length": length, "offset": offset]) }
}

extension InitializationMap: JSONConvertible {
    var json: JSONTree { .record(["uri": uri.url, "byteRange": byteRange]) }
}

extension Tiles: JSONConvertible {
    var json: JSONTree {
        .record(["width": size.width, "height": size.height, "columns": columns, "rows": rows, "duration": duration])
    }
}

extension Key: JSONConvertible {
    var json: JSONTree {
        .record([
            "method": method.name, "uri": uri?.url, "iv": initializationVector.map(hexadecimal), "keyFormat": keyFormat,
            "keyFormatVersions": keyFormatVersions,
        ])
    }
}

/// Hexadecimal as in playlists.
func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return "0x" + String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}
