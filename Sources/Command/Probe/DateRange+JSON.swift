// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

extension DateRange: JSONConvertible {
    var json: JSONTree {
        .record([
            "id": id,
            "class": classification,
            "startDate": startDate.map(DateTimeText.text),
            "cue": cue.map { words([($0.isPre, "PRE"), ($0.isPost, "POST"), ($0.isOnce, "ONCE")]) },
            "endDate": endDate.map(DateTimeText.text),
            "duration": duration,
            "plannedDuration": plannedDuration,
            "endOnNext": isEndOnNext,
            "scte35Cmd": scte35Command.map(hexadecimal),
            "scte35Out": scte35Out.map(hexadecimal),
            "scte35In": scte35In.map(hexadecimal),
            "interstitial": interstitial,
            "attributes": attributeRecord(clientAttributes),
        ])
    }
}

extension Interstitial: JSONConvertible {
    var json: JSONTree {
        var (playlist, list): (String?, String?)
        switch asset {
        case .playlist(let uri): playlist = uri.url
        case .list(let uri): list = uri.url
        }
        return .record([
            "assetURI": playlist,
            "assetList": list,
            "resumeOffset": resumeOffset,
            "playoutLimit": playoutLimit,
            "snap": words([(snapsOut, "OUT"), (snapsIn, "IN")]),
            "restrict": words([(restrictsSkip, "SKIP"), (restrictsJump, "JUMP")]),
            "timelineOccupies": occupies == .point ? "POINT" : "RANGE",
            "timelineStyle": style == .highlight ? "HIGHLIGHT" : "PRIMARY",
            "contentMayVary": mayVary,
            "skipControlOffset": skipControlOffset,
            "skipControlDuration": skipControlDuration,
            "skipControlLabelID": skipControlLabelID,
        ])
    }
}

/// The words of an enumerated-string attribute whose condition holds.
private func words(_ list: [(holds: Bool, word: String)]) -> [String] { list.filter(\.holds).map(\.word) }
