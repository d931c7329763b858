// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup

extension VMAPBreak {
    /// - Parameter ads: The ads embedded in the break, or loaded from its tag.
    func json(ads: [VASTAd]) -> JSONTree {
        var (seconds, percent, position): (Double?, Double?, Int?)
        switch offset {
        case .seconds(let value): seconds = value
        case .percent(let value): percent = value
        case .position(let value): position = value
        case .start: seconds = 0
        case .end, nil: break
        }
        return .record([
            "timeOffset": offsetText, "seconds": seconds, "percent": percent, "position": position, "breakType": types,
            "breakId": id, "repeatAfter": repeatAfter, "adSource": source, "ads": ads, "tracking": tracking.json,
            "extensions": extensions, "line": line,
        ])
    }
}

extension VMAPAdSource: JSONConvertible {
    var json: JSONTree {
        var (kind, uri, template, custom): (String?, String?, String?, String?)
        switch content {
        case .vast: kind = "vast"
        case .tag(let url, let type): (kind, uri, template) = ("tag", url, type)
        case .custom(let text, let type): (kind, custom, template) = ("custom", text, type)
        case nil: break
        }
        return .record([
            "id": id, "allowMultipleAds": allowMultipleAds, "followRedirects": followRedirects, "kind": kind, "adTagURI": uri,
            "templateType": template, "customAdData": custom,
        ])
    }
}
