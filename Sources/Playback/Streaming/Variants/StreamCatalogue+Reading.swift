// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension StreamCatalogue {
    init(_ playlist: MultivariantPlaylist, capabilities: PlaybackCapabilities) {
        self.init()
        var indices: [VariantIdentity: Int] = [:]
        for variant in playlist.variants { add(variant, capabilities: capabilities, indices: &indices) }
        for variant in playlist.iFrameVariants where VariantFilter(capabilities: capabilities).exclusion(of: variant) == nil {
            let source = VariantSource(pathway: variant.pathwayID, url: variant.uri.url, stableID: variant.stableID)
            iFrames.append(IFrameEntry(bandwidth: variant.bandwidth, size: variant.resolution, source: source))
        }
        for variant in playlist.imageVariants {
            images.append(ImagePlaylist(url: variant.uri.url, size: variant.resolution, bandwidth: variant.bandwidth))
        }
        for key in playlist.sessionKeys {
            guard let uri = key.uri else { continue }
            sessionKeys.append(
                SegmentEncryption(
                    method: .init(key.method.name), keyURL: uri.url, initializationVector: [], keyFormat: key.keyFormat))
        }
        var audioIndices: [RenditionIdentity: Int] = [:]
        var textIndices: [RenditionIdentity: Int] = [:]
        for rendition in playlist.renditions {
            switch rendition.kind {
            case .audio: Self.add(rendition, to: &audio, indices: &audioIndices)
            case .subtitles: Self.add(rendition, to: &subtitles, indices: &textIndices)
            case .closedCaptions: addCaptions(rendition)
            case .video: continue
            }
        }
        rank()
    }

    private struct VariantIdentity: Hashable {
        var stableID: String?
        var bandwidth = 0
        var average: Int?
        var codecs: [String] = []
        var size: PixelSize?
        var frameRate: Double?
        var range: String?
        var layout: [String] = []
        var name: String?
        var hdcp: String?
        var protection: [String] = []
    }

    private struct RenditionIdentity: Hashable {
        var name: String
        var language: String?
        var characteristics: [String]
        var isForced: Bool
    }

    private mutating func add(_ variant: Variant, capabilities: PlaybackCapabilities, indices: inout [VariantIdentity: Int]) {
        var identity = VariantIdentity(stableID: variant.stableID)
        if variant.stableID == nil {
            identity.bandwidth = variant.bandwidth
            identity.average = variant.averageBandwidth
            identity.codecs = variant.codecs
            identity.size = variant.resolution
            identity.frameRate = variant.frameRate
            identity.range = variant.videoRange
            identity.layout = variant.requiredVideoLayout
            identity.name = variant.name
            identity.hdcp = variant.hdcpLevel
            identity.protection = variant.allowedCPC
        }
        var source = VariantSource(
            pathway: variant.pathwayID, url: variant.uri.url, audioGroup: variant.audioGroup, subtitlesGroup: variant.subtitlesGroup,
            stableID: variant.stableID)
        if let index = indices[identity] {
            if variants[index].sources.contains(where: { $0.url == source.url && $0.pathway == source.pathway }) {
                // The same stream with another audio or subtitle group is a separate variant.
                append(variant, source, capabilities)
                return
            }
            // Redundant streams in the old style: the second copy gets a pathway of its own.
            guard variants[index].sources.count < 32 else { return }
            while variants[index].source(source.pathway) != nil { source.pathway += "." }
            variants[index].sources.append(source)
        } else {
            indices[identity] = variants.count
            append(variant, source, capabilities)
        }
        if !pathways.contains(source.pathway) { pathways.append(source.pathway) }
    }

    private mutating func append(_ variant: Variant, _ source: VariantSource, _ capabilities: PlaybackCapabilities) {
        var description = Presentation.Variant(
            bandwidth: variant.bandwidth, averageBandwidth: variant.averageBandwidth, size: variant.resolution,
            frameRate: variant.frameRate,
            codecs: variant.codecs.isEmpty ? nil : variant.codecs.joined(separator: ","))
        description.exclusion = VariantFilter(capabilities: capabilities).exclusion(of: variant)
        var entry = VariantEntry(description: description, sources: [source], score: variant.score)
        var video: [String] = []
        var audio: [String] = []
        for text in variant.codecs {
            let codec = Codec(text)
            switch codec.kind {
            case .video: video.append(codec.family.name)
            case .audio: audio.append(codec.family.name)
            case .text, nil: continue
            }
        }
        entry.videoFamily = video.sorted().joined(separator: "+")
        entry.audioFamily = audio.sorted().joined(separator: "+")
        entry.videoRange = variant.videoRange ?? "SDR"
        entry.isAudioOnly = video.isEmpty && !audio.isEmpty && variant.resolution == nil
        variants.append(entry)
    }

    private mutating func addCaptions(_ rendition: Rendition) {
        guard let channel = rendition.instreamID, closedCaptions.count < 256 else { return }
        let entry = Presentation.Rendition(
            name: rendition.name, language: rendition.language, characteristics: rendition.characteristics, isDefault: rendition.isDefault,
            isAutoselect: rendition.isAutoselect || rendition.isDefault, channel: channel)
        if !closedCaptions.contains(entry) { closedCaptions.append(entry) }
    }

    private static func add(_ rendition: Rendition, to list: inout [RenditionEntry], indices: inout [RenditionIdentity: Int]) {
        let source = RenditionSource(
            group: rendition.groupID, url: rendition.uri?.url, stableID: rendition.stableID, channels: rendition.channelCount)
        let identity = RenditionIdentity(
            name: rendition.name, language: rendition.language, characteristics: rendition.characteristics, isForced: rendition.isForced)
        if let index = indices[identity], list[index].sources.count < 256, list[index].source(group: source.group, pathway: "") == nil {
            list[index].sources.append(source)
            return
        }
        indices[identity] = list.count
        let description = Presentation.Rendition(
            name: rendition.name, language: rendition.language, characteristics: rendition.characteristics, isDefault: rendition.isDefault,
            isForced: rendition.isForced, isAutoselect: rendition.isAutoselect || rendition.isDefault, channels: rendition.channels)
        list.append(
            RenditionEntry(
                description: description, isAutoselect: rendition.isAutoselect || rendition.isDefault,
                associatedLanguage: rendition.associatedLanguage, sources: [source]))
    }
}
