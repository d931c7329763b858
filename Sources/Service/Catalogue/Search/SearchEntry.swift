// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// What the search index has of a video.
struct SearchEntry: Hashable, Sendable {
    /// The words of caption and hashtags.
    var title: [String]
    /// Those of the channel's name, the description, and the transcripts.
    var about: [String]
    var marks: [String]

    private static let (maxTitle, maxName, maxDescription, maxTranscript) = (300, 40, 2000, 6000)

    /// Nil if no search may find it.
    /// - Parameter transcripts: empty unless the media is public.
    init?(_ video: Video, channel: VideoChannel?, transcripts: [String]) {
        guard video.access.isPublic else { return nil }
        let tags = video.hashtags.joined(separator: " ")
        title = SearchWords.indexed(video.caption, limit: Self.maxTitle) + SearchWords.indexed(tags, limit: Self.maxTitle)
        about =
            SearchWords.indexed(channel?.name ?? "", limit: Self.maxName)
            + SearchWords.indexed(video.description, limit: Self.maxDescription)
        for text in transcripts {
            let left = Self.maxName + Self.maxDescription + Self.maxTranscript - about.count
            if left > 0 { about += SearchWords.indexed(text, limit: left) }
        }
        marks = channel.map { [SearchMark.owned($0.businessID)] } ?? []
        guard let channel, channel.visibility.isListed, video.listedSince != nil else { return }
        marks += [SearchMark.channel(channel.id), SearchMark.business(channel.businessID)]
        if video.access == .everyone, channel.visibility == .everyone { marks.append(SearchMark.everyone) }
    }

    /// All words that can be misspelt.
    var vocabulary: Set<String> { Set((title + about).filter(Misspelling.canBeMisspelt)) }

    private var beginnings: [String] { Set(title.flatMap(SearchMark.beginnings)).sorted() }

    /// The columns for SQLite.
    var columns: (title: String, about: String, marks: String) {
        (title.joined(separator: " "), about.joined(separator: " "), (marks + beginnings).joined(separator: " "))
    }

    /// The vectors for PostgreSQL, as text.
    var vectors: (title: String, words: String) {
        (Self.vector([title], marks + beginnings), Self.vector([title, about], marks + beginnings))
    }

    /// - Parameter parts: texts; no phrase spans two of them.
    private static func vector(_ parts: [[String]], _ marks: [String]) -> String {
        var positions: [String: [Int]] = [:]
        var position = 1
        for part in parts {
            // More positions of a word than this are ignored.
            for word in part {
                if positions[word, default: []].count < 200 { positions[word, default: []].append(position) }
                position += 1
            }
            position += 1
        }
        let words = positions.sorted { $0.key < $1.key }.map { "'\($0.key)':\($0.value.map(String.init).joined(separator: ","))" }
        return (words + marks.map { "'\($0)'" }).joined(separator: " ")
    }
}
