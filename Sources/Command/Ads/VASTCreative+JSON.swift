// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup

extension VASTCreative {
    /// One entry per kind of content, because some creatives contain several.
    var parts: [JSONTree] {
        var parts: [JSONTree] = []
        if let linear { parts.append(part("linear", linear: linear)) }
        if let nonLinears { parts.append(part("nonlinear", nonLinears: nonLinears)) }
        if let companions { parts.append(part("companion", companions: companions)) }
        return parts.isEmpty ? [part(nil)] : parts
    }

    private func part(
        _ kind: String?, linear: VASTLinear? = nil, nonLinears: VASTNonLinearAds? = nil, companions: VASTCompanionAds? = nil
    ) -> JSONTree {
        let tracking = linear?.tracking ?? nonLinears?.tracking ?? []
        let duration = linear?.duration
        return .record([
            "kind": kind, "id": id, "adId": adID, "sequence": sequence, "apiFramework": apiFramework,
            "universalAdIds": universalAdIDs.map { JSONTree.record(["registry": $0.registry, "value": $0.value]) },
            "duration": duration, "skipOffset": linear?.skipOffset?.seconds(of: duration), "skipOffsetText": linear?.skipOffsetText,
            "mediaFiles": linear?.mediaFiles ?? [], "mezzanines": linear?.mezzanines ?? [],
            "interactiveFiles": linear?.interactiveFiles ?? [], "closedCaptions": linear?.captions ?? [],
            "tracking": tracking.json, "progress": tracking.filter { $0.offset != nil }.map { $0.record(of: duration) },
            "clickThrough": linear?.clicks.through?.url, "clickThroughId": linear?.clicks.through?.id,
            "clickTracking": linear?.clicks.tracking.map(\.url) ?? [],
            "customClicks": linear?.clicks.custom.map(\.url) ?? [],
            "companions": companions?.companions ?? [], "companionsRequired": companions?.required,
            "icons": linear?.icons ?? [], "nonLinears": nonLinears?.nonLinears ?? [],
            "adParameters": linear?.adParameters, "extensions": extensions, "line": line,
        ])
    }
}

extension VASTTracking {
    fileprivate func record(of duration: Double?) -> JSONTree {
        var percent: Double?
        if case .percent(let share) = offset { percent = share }
        return .record(["event": event, "url": url, "seconds": offset?.seconds(of: duration), "percent": percent])
    }
}

extension VASTMediaFile: JSONConvertible {
    var json: JSONTree {
        .record([
            "url": url, "id": id, "delivery": delivery, "type": type, "width": width, "height": height, "codec": codec,
            "bitrate": bitrate, "minBitrate": minimumBitrate, "maxBitrate": maximumBitrate, "scalable": isScalable,
            "maintainAspectRatio": maintainsAspectRatio, "fileSize": fileSize, "mediaType": mediaType, "apiFramework": apiFramework,
        ])
    }
}

extension VASTInteractiveFile: JSONConvertible {
    var json: JSONTree {
        .record(["url": url, "type": type, "apiFramework": apiFramework, "variableDuration": hasVariableDuration])
    }
}

extension VASTCaptionFile: JSONConvertible {
    var json: JSONTree { .record(["url": url, "type": type, "language": language]) }
}

extension VASTAdParameters: JSONConvertible {
    var json: JSONTree { .record(["text": text, "xmlEncoded": isXMLEncoded]) }
}

extension VASTResource: JSONConvertible {
    var json: JSONTree {
        switch self {
        case .fixed(let url, let type): .record(["kind": "static", "url": url, "creativeType": type, "html": JSONTree.null])
        case .iframe(let url): .record(["kind": "iframe", "url": url, "creativeType": JSONTree.null, "html": JSONTree.null])
        case .html(let text): .record(["kind": "html", "url": JSONTree.null, "creativeType": JSONTree.null, "html": text])
        }
    }
}

extension VASTIcon: JSONConvertible {
    var json: JSONTree {
        .record([
            "program": program, "width": width, "height": height, "xPosition": xPosition, "yPosition": yPosition,
            "duration": duration, "offset": offset, "apiFramework": apiFramework, "pxratio": pixelRatio, "altText": altText,
            "hoverText": hoverText, "resources": resources, "clickThrough": clicks.through?.url,
            "clickTracking": clicks.tracking.map(\.url),
            "fallbackImages": fallbackImages.map {
                JSONTree.record(["width": $0.width, "height": $0.height, "altText": $0.altText, "resources": $0.resources])
            },
            "viewTracking": viewTracking,
        ])
    }
}

extension VASTCompanion: JSONConvertible {
    var json: JSONTree {
        .record([
            "id": id, "width": width, "height": height, "assetWidth": assetWidth, "assetHeight": assetHeight,
            "expandedWidth": expandedWidth, "expandedHeight": expandedHeight, "apiFramework": apiFramework, "adSlotId": adSlotID,
            "pxratio": pixelRatio, "renderingMode": renderingMode, "altText": altText, "resources": resources,
            "clickThrough": clicks.through?.url, "clickTracking": clicks.tracking.map(\.url), "adParameters": adParameters,
            "tracking": tracking.json, "extensions": extensions,
        ])
    }
}

extension VASTNonLinear: JSONConvertible {
    var json: JSONTree {
        .record([
            "id": id, "width": width, "height": height, "expandedWidth": expandedWidth, "expandedHeight": expandedHeight,
            "scalable": isScalable, "maintainAspectRatio": maintainsAspectRatio, "minSuggestedDuration": minimumDuration,
            "apiFramework": apiFramework, "resources": resources, "clickThrough": clicks.through?.url,
            "clickTracking": clicks.tracking.map(\.url), "adParameters": adParameters,
        ])
    }
}
