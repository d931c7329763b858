// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WindowboxMedia
public import WindowboxPlayer

extension MediaComposition {
    /// The metadata of a chapter: under the show's title if there is one, with the other chapters of the same full-length media.
    public func playerMetadata(for chapter: CompositionChapter) -> PlayerMetadata {
        let media = chapter.media
        let showTitle = media.kind == .livestream ? nil : show?.title
        return PlayerMetadata(
            identifier: media.urn, title: showTitle ?? media.title, subtitle: showTitle.flatMap { subtitle(of: media, under: $0) },
            description: media.description, image: media.image, imageCopyright: media.imageCopyright, viewport: media.viewport,
            episode: media.episode, chapters: listedChapters(of: chapter), markedRanges: chapter.blockedRanges + chapter.markedRanges)
    }

    /// Uses the date as subtitle if the title only repeats the show's.
    private func subtitle(of media: Media, under show: String) -> String? {
        guard media.title == show || media.title.isEmpty else { return media.title }
        return media.date?.formatted(Date.ISO8601FormatStyle(timeZone: .current).year().month().day())
    }

    /// Only video episodes have chapters.
    private func listedChapters(of main: CompositionChapter) -> [Chapter] {
        guard main.media.kind == .episode, main.media.mediaType == .video else { return [] }
        return chapters.filter { $0.fullLengthURN == main.media.urn && $0.media.mediaType == main.media.mediaType && !$0.isHidden }
            .compactMap { part in
                part.rangeInFullLength.map {
                    Chapter(identifier: part.media.urn, title: part.media.title, image: part.media.image, timeRange: $0)
                }
            }
            .sorted { $0.timeRange.start < $1.timeRange.start }
    }
}

extension CompositionChapter {
    /// Ranges of segments that must not be played, if their times are known without the stream.
    var blockedRanges: [MarkedRange] {
        segments.filter(\.isBlocked).compactMap { segment in segment.mark.times(dateOfZero: nil).map { MarkedRange(.blocked, $0) } }
    }
}

extension Media {
    /// The metadata to display until a service has answered.
    public var playerMetadata: PlayerMetadata {
        PlayerMetadata(
            identifier: urn, title: title, description: description, image: image, imageCopyright: imageCopyright, viewport: viewport,
            episode: episode)
    }
}
