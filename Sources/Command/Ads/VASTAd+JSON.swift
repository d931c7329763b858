// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup
import WindowboxXML

extension VASTError: JSONConvertible {
    var json: JSONTree {
        .record([
            "code": code.number, "location": location, "line": line, "column": column, "message": message, "remedy": remedy,
        ])
    }
}

extension VASTAd: JSONConvertible {
    var json: JSONTree {
        .record([
            "id": id, "sequence": sequence, "type": kind == .inline ? "inline" : "wrapper", "adType": adType,
            "conditionalAd": isConditional, "system": system, "systemVersion": systemVersion, "title": title,
            "adServingId": servingID, "description": summary, "advertiser": advertiser, "advertiserId": advertiserID,
            "pricing": pricing.map { JSONTree.record(["value": $0.value, "model": $0.model, "currency": $0.currency]) },
            "survey": survey, "expires": expires,
            "categories": categories, "impressions": impressions.map(\.url), "impressionIds": impressions.map { JSONTree($0.id) },
            "errors": errors, "viewableImpression": viewableImpression,
            "wrapper": wrapper.map { wrapper in
                JSONTree.record([
                    "tagURI": wrapper.tagURI, "followAdditionalWrappers": wrapper.followAdditionalWrappers,
                    "allowMultipleAds": wrapper.allowMultipleAds, "fallbackOnNoAd": wrapper.fallbackOnNoAd,
                    "blockedAdCategories": wrapper.blockedCategories,
                ])
            },
            "tagURI": wrapper?.tagURI,
            "creatives": creatives.flatMap(\.parts), "verifications": verifications, "extensions": extensions, "line": line,
        ])
    }
}

extension JSONTree {
    init(_ text: String?) { self = text.map { .string($0) } ?? .null }
}

extension VASTCategory: JSONConvertible {
    var json: JSONTree { .record(["authority": authority, "value": value.isEmpty ? nil : value]) }
}

extension VASTLink: JSONConvertible {
    var json: JSONTree { .record(["id": id, "url": url]) }
}

extension VASTViewableImpression: JSONConvertible {
    var json: JSONTree { .record(["id": id, "viewable": viewable, "notViewable": notViewable, "viewUndetermined": undetermined]) }
}

extension VASTVerification: JSONConvertible {
    var json: JSONTree {
        .record([
            "vendor": vendor, "javaScript": scripts, "executable": executables, "parameters": parameters,
            "tracking": tracking.json, "viewableImpression": viewableImpression, "source": isFromExtension ? "extension" : "node",
        ])
    }
}

extension VASTVerification.Resource: JSONConvertible {
    var json: JSONTree { .record(["url": url, "apiFramework": apiFramework, "browserOptional": isBrowserOptional, "type": type]) }
}

extension VASTExtension: JSONConvertible {
    var json: JSONTree { .record(["type": type, "content": element.contentMarkup, "tree": element.json]) }
}

extension MarkupElement: JSONConvertible {
    var json: JSONTree {
        .record([
            "name": name, "attributes": JSONTree.object(attributes.map { ($0.name, .string($0.value)) }), "text": text,
            "children": children,
        ])
    }
}

extension Array where Element == VASTTracking {
    /// URLs by event name.
    var json: JSONTree {
        var order: [String] = []
        var addresses: [String: [JSONTree]] = [:]
        for tracking in self {
            if addresses[tracking.event] == nil { order.append(tracking.event) }
            addresses[tracking.event, default: []].append(.string(tracking.url))
        }
        return .object(order.map { ($0, .array(addresses[$0] ?? [])) })
    }
}
