// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Tags of multivariant playlists (RFC 8216bis 4.4.6).
extension PlaylistReader {
    mutating func readVariant(_ tag: Tag, _ value: ByteText, _ column: Int) {
        split(value, column)
        let bandwidth = count("BANDWIDTH")
        if bandwidth == nil { missing("BANDWIDTH", tag) }
        var variant = Variant(uri: URIReference("", base: baseURL), bandwidth: bandwidth ?? 0)
        variant.averageBandwidth = count("AVERAGE-BANDWIDTH")
        variant.score = decimal("SCORE", below: .infinity)
        variant.codecs = list("CODECS")
        variant.supplementalCodecs = list("SUPPLEMENTAL-CODECS")
        variant.resolution = resolution("RESOLUTION")
        variant.frameRate = decimal("FRAME-RATE")
        variant.hdcpLevel = token("HDCP-LEVEL")
        variant.allowedCPC = list("ALLOWED-CPC")
        variant.videoRange = token("VIDEO-RANGE")
        variant.requiredVideoLayout = list("REQ-VIDEO-LAYOUT")
        if !variant.requiredVideoLayout.isEmpty { require(12) }
        variant.stableID = string("STABLE-VARIANT-ID")
        variant.pathwayID = string("PATHWAY-ID") ?? Variant.defaultPathway
        variant.audioGroup = string("AUDIO")
        variant.videoGroup = string("VIDEO")
        variant.subtitlesGroup = string("SUBTITLES")
        variant.closedCaptions = closedCaptions()
        variant.name = string("NAME")
        if attributes.entries.contains(where: { $0.name.equals("PROGRAM-ID") }) { variant.programID = token("PROGRAM-ID") }
        let uri = tag == .variant ? nil : uri()
        variant.otherAttributes = otherAttributes()
        if tag == .variant {
            if pendingVariant != nil { deviation(.missingURI, 0, "the previous variant has no URI", "write it on the next line") }
            pendingVariant = variant
            return
        }
        guard let uri else {
            missing("URI", tag)
            return
        }
        variant.uri = uri
        if tag == .iFrameVariant {
            multivariant.iFrameVariants.append(variant)
        } else {
            multivariant.imageVariants.append(variant)
        }
        if multivariant.iFrameVariants.count + multivariant.imageVariants.count > options.limits.variants { tooMany("variants") }
    }

    private mutating func closedCaptions() -> Variant.ClosedCaptions? {
        guard let entry = attributes.take("CLOSED-CAPTIONS") else { return nil }
        if !entry.isQuoted, entry.value.equals("NONE") { return Variant.ClosedCaptions.none }
        return string("CLOSED-CAPTIONS").map { .group($0) }
    }

    mutating func readRendition(_ value: ByteText, _ column: Int) {
        split(value, column)
        let kinds: [(String, Rendition.Kind)] = [
            ("AUDIO", .audio), ("VIDEO", .video), ("SUBTITLES", .subtitles), ("CLOSED-CAPTIONS", .closedCaptions),
        ]
        let type = token("TYPE")
        guard let kind = kinds.first(where: { $0.0 == type })?.1 else {
            missing("TYPE", .media)
            return
        }
        let group = string("GROUP-ID")
        let name = string("NAME")
        if group == nil { missing("GROUP-ID", .media) }
        if name == nil { missing("NAME", .media) }
        var rendition = Rendition(kind: kind, groupID: group ?? "", name: name ?? "")
        if attributes.entries.contains(where: { $0.name.equals("URI") }) { rendition.uri = uri() }
        rendition.language = string("LANGUAGE")
        rendition.associatedLanguage = string("ASSOC-LANGUAGE")
        rendition.stableID = string("STABLE-RENDITION-ID")
        rendition.isDefault = isYes("DEFAULT")
        rendition.isAutoselect = isYes("AUTOSELECT")
        rendition.isForced = isYes("FORCED")
        rendition.instreamID = string("INSTREAM-ID")
        rendition.bitDepth = count("BIT-DEPTH")
        rendition.sampleRate = count("SAMPLE-RATE")
        rendition.characteristics = list("CHARACTERISTICS")
        rendition.channels = string("CHANNELS")
        rendition.otherAttributes = otherAttributes()
        check(rendition)
        multivariant.renditions.append(rendition)
        if multivariant.renditions.count > options.limits.renditions { tooMany("renditions") }
    }

    private mutating func check(_ rendition: Rendition) {
        switch rendition.kind {
        case .subtitles: if rendition.uri == nil { missing("URI", .media) }
        case .closedCaptions:
            if rendition.uri != nil { deviation(.attribute, 0, "closed captions with a URI", "remove the URI") }
            guard let id = rendition.instreamID else {
                missing("INSTREAM-ID", .media)
                break
            }
            let number = id.utf8.starts(with: "SERVICE".utf8) ? Int(String(Substring(id.utf8.dropFirst(7)))) ?? 0 : 0
            if !["CC1", "CC2", "CC3", "CC4"].contains(id), !(1...63).contains(number) {
                deviation(.attribute, 0, "\(id) is not a channel or service", "write CC1 to CC4 or SERVICE1 to SERVICE63")
            }
        case .audio, .video: break
        }
        if let id = rendition.instreamID {
            if id.utf8.starts(with: "SERVICE".utf8) { require(7) }
            if rendition.kind != .closedCaptions { require(13) }
        }
        if rendition.isForced, rendition.kind != .subtitles { deviation(.attribute, 0, "FORCED without subtitles", "remove it") }
        if rendition.isDefault, !rendition.isAutoselect, attributes.take("AUTOSELECT") != nil {
            deviation(.consistency, 0, "DEFAULT=YES with AUTOSELECT=NO", "write AUTOSELECT=YES or remove it")
        }
    }

    mutating func readSessionData(_ value: ByteText, _ column: Int) {
        split(value, column)
        guard let id = string("DATA-ID") else {
            missing("DATA-ID", .sessionData)
            return
        }
        let text = string("VALUE")
        let format = token("FORMAT")
        let uri = attributes.entries.contains { $0.name.equals("URI") } ? uri() : nil
        if text != nil, uri != nil { deviation(.consistency, column, "session data with VALUE and URI", "keep one of them") }
        let content: SessionData.Content
        if let text {
            content = .value(text)
        } else if let uri {
            content = format == "RAW" ? .raw(uri) : .json(uri)
        } else {
            missing("VALUE or URI", .sessionData)
            return
        }
        multivariant.sessionData.append(SessionData(id: id, content: content, language: string("LANGUAGE")))
        if multivariant.sessionData.count > options.limits.items { tooMany("session data") }
    }

    mutating func readContentSteering(_ value: ByteText, _ column: Int) {
        split(value, column)
        guard let uri = uri("SERVER-URI") else {
            missing("SERVER-URI", .contentSteering)
            return
        }
        multivariant.contentSteering = ContentSteering(serverURI: uri, pathwayID: string("PATHWAY-ID"))
    }
}
