// SPDX-License-Identifier: Apache-2.0

internal import WindowboxMedia

extension MultivariantPlaylist {
    /// The playlist in UTF-8, with URLs as written; parsing it gives an equal value.
    public func write() -> [UInt8] {
        PlaylistWriter.playlist(version: version, defines: defines) { writer in
            if isIndependentSegments { writer.line("EXT-X-INDEPENDENT-SEGMENTS") }
            writer.start(start)
            if let contentSteering {
                writer.begin("EXT-X-CONTENT-STEERING")
                writer.string("SERVER-URI", contentSteering.serverURI.text)
                writer.string("PATHWAY-ID", contentSteering.pathwayID)
                writer.end()
            }
            writer.unknown(unknownTags)
            for data in sessionData { writer.sessionData(data) }
            for key in sessionKeys { writer.key("EXT-X-SESSION-KEY", key) }
            for rendition in renditions { writer.rendition(rendition) }
            for variant in variants {
                writer.variant("EXT-X-STREAM-INF", variant, hasAttributeURI: false)
                writer.text(variant.uri.text)
                writer.end()
            }
            for variant in iFrameVariants { writer.variant("EXT-X-I-FRAME-STREAM-INF", variant, hasAttributeURI: true) }
            for variant in imageVariants { writer.variant("EXT-X-IMAGE-STREAM-INF", variant, hasAttributeURI: true) }
            if variants.isEmpty, iFrameVariants.isEmpty, imageVariants.isEmpty, renditions.isEmpty { writer.marker(self) }
        }
    }
}

extension PlaylistWriter {
    /// Marks a playlist without variants and renditions as multivariant, unless its other tags do; adding a real variant would change it.
    fileprivate mutating func marker(_ playlist: MultivariantPlaylist) {
        if playlist.contentSteering == nil, playlist.sessionData.isEmpty, playlist.sessionKeys.isEmpty {
            text("#EXT-X-STREAM-INF:BANDWIDTH=0\n" as StaticString)
        }
    }

    fileprivate mutating func variant(_ tag: StaticString, _ variant: Variant, hasAttributeURI: Bool) {
        begin(tag)
        integer("BANDWIDTH", variant.bandwidth)
        integer("AVERAGE-BANDWIDTH", variant.averageBandwidth)
        decimal("SCORE", variant.score)
        list("CODECS", variant.codecs)
        list("SUPPLEMENTAL-CODECS", variant.supplementalCodecs)
        if let size = variant.resolution { self.size("RESOLUTION", width: size.width, height: size.height) }
        decimal("FRAME-RATE", variant.frameRate)
        token("HDCP-LEVEL", variant.hdcpLevel)
        list("ALLOWED-CPC", variant.allowedCPC)
        token("VIDEO-RANGE", variant.videoRange)
        list("REQ-VIDEO-LAYOUT", variant.requiredVideoLayout)
        string("STABLE-VARIANT-ID", variant.stableID)
        if variant.pathwayID != Variant.defaultPathway { string("PATHWAY-ID", variant.pathwayID) }
        string("AUDIO", variant.audioGroup)
        string("VIDEO", variant.videoGroup)
        string("SUBTITLES", variant.subtitlesGroup)
        switch variant.closedCaptions {
        case .group(let group): string("CLOSED-CAPTIONS", group)
        case .some(.none): token("CLOSED-CAPTIONS", "NONE")
        case nil: break
        }
        string("NAME", variant.name)
        token("PROGRAM-ID", variant.programID)
        if hasAttributeURI { string("URI", variant.uri.text) }
        others(variant.otherAttributes)
        end()
    }

    fileprivate mutating func rendition(_ rendition: Rendition) {
        begin("EXT-X-MEDIA")
        switch rendition.kind {
        case .audio: token("TYPE", "AUDIO")
        case .video: token("TYPE", "VIDEO")
        case .subtitles: token("TYPE", "SUBTITLES")
        case .closedCaptions: token("TYPE", "CLOSED-CAPTIONS")
        }
        string("GROUP-ID", rendition.groupID)
        string("NAME", rendition.name)
        string("LANGUAGE", rendition.language)
        string("ASSOC-LANGUAGE", rendition.associatedLanguage)
        string("STABLE-RENDITION-ID", rendition.stableID)
        yes("DEFAULT", rendition.isDefault)
        yes("AUTOSELECT", rendition.isAutoselect)
        yes("FORCED", rendition.isForced)
        string("INSTREAM-ID", rendition.instreamID)
        integer("BIT-DEPTH", rendition.bitDepth)
        integer("SAMPLE-RATE", rendition.sampleRate)
        list("CHARACTERISTICS", rendition.characteristics)
        string("CHANNELS", rendition.channels)
        string("URI", rendition.uri?.text)
        others(rendition.otherAttributes)
        end()
    }

    fileprivate mutating func sessionData(_ data: SessionData) {
        begin("EXT-X-SESSION-DATA")
        string("DATA-ID", data.id)
        switch data.content {
        case .value(let value): string("VALUE", value)
        case .json(let uri): string("URI", uri.text)
        case .raw(let uri):
            string("URI", uri.text)
            token("FORMAT", "RAW")
        }
        string("LANGUAGE", data.language)
        end()
    }
}
