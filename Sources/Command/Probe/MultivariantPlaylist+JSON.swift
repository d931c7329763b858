// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension MultivariantPlaylist {
    /// - Parameter statesVersion: Whether the playlist has an EXT-X-VERSION; otherwise the version is null.
    func members(statesVersion: Bool) -> KeyValuePairs<String, any JSONConvertible> {
        [
            "version": (statesVersion ? version : nil) as Int?,
            "independentSegments": isIndependentSegments,
            "start": start,
            "defines": defines,
            "variants": variants,
            "iFrameVariants": iFrameVariants,
            "imageVariants": imageVariants,
            "renditions": renditions,
            "sessionData": sessionData,
            "sessionKeys": sessionKeys,
            "contentSteering": contentSteering,
            "unknownTags": unknownTags,
        ]
    }
}

extension Variant: JSONConvertible {
    var json: JSONTree {
        .record([
            "uri": uri.url,
            "bandwidth": bandwidth,
            "averageBandwidth": averageBandwidth,
            "score": score,
            "codecs": codecs,
            "supplementalCodecs": supplementalCodecs,
            "resolution": resolution,
            "frameRate": frameRate,
            "hdcpLevel": hdcpLevel,
            "allowedCPC": allowedCPC,
            "videoRange": videoRange,
            "reqVideoLayout": requiredVideoLayout,
            "stableVariantID": stableID,
            "pathwayID": pathwayID,
            "audio": audioGroup,
            "video": videoGroup,
            "subtitles": subtitlesGroup,
            "closedCaptions": closedCaptionsText,
            "name": name,
            "programID": programID,
            "attributes": attributeRecord(otherAttributes),
        ])
    }

    private var closedCaptionsText: String? {
        switch closedCaptions {
        case nil: nil
        case .some(.none): "NONE"
        case .group(let group): group
        }
    }
}

extension PixelSize: JSONConvertible {
    var json: JSONTree { .record(["width": width, "height": height]) }
}

extension Rendition.Kind {
    /// The TYPE attribute.
    var word: String {
        switch self {
        case .audio: "AUDIO"
        case .video: "VIDEO"
        case .subtitles: "SUBTITLES"
        case .closedCaptions: "CLOSED-CAPTIONS"
        }
    }
}

extension Rendition: JSONConvertible {
    var json: JSONTree {
        .record([
            "type": kind.word,
            "uri": uri?.url,
            "groupID": groupID,
            "language": language,
            "assocLanguage": associatedLanguage,
            "name": name,
            "stableRenditionID": stableID,
            "default": isDefault,
            "autoselect": isAutoselect,
            "forced": isForced,
            "instreamID": instreamID,
            "bitDepth": bitDepth,
            "sampleRate": sampleRate,
            "characteristics": characteristics,
            "channels": channels,
            "attributes": attributeRecord(otherAttributes),
        ])
    }
}

extension SessionData: JSONConvertible {
    var json: JSONTree {
        var (value, uri, format): (String?, String?, String?)
        switch content {
        case .value(let text): value = text
        case .json(let reference): (uri, format) = (reference.url, "JSON")
        case .raw(let reference): (uri, format) = (reference.url, "RAW")
        }
        return .record(["dataID": id, "value": value, "uri": uri, "format": format, "language": language])
    }
}

extension ContentSteering: JSONConvertible {
    var json: JSONTree { .record(["serverURI": serverURI.url, "pathwayID": pathwayID]) }
}
