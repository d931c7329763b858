// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Audio tracks as rendition groups: one group per codec, channel count and bitrate rank, with every language in each.
struct DASHAudioGroups {
    struct Group {
        var name: String
        /// In the manifest's order of languages.
        var tracks: [Int]
    }

    private struct Content: Hashable {
        var language: String?
        var roles: [String]
        var label: String?
    }

    private(set) var groups: [Group] = []
    /// The groups of each codec and channel count, by ascending bitrate.
    private var ladders: [[Group]] = []

    init(_ tracks: [DASHTrack]) {
        let audioTracks = tracks.indices.filter { tracks[$0].kind == .audio }
        var contents: [Content] = []
        var codings: [String] = []
        var ranks: [Content: [String: [Int]]] = [:]
        for index in audioTracks {
            let track = tracks[index]
            let content = Content(language: track.language, roles: track.roles, label: track.label)
            let coding = DASHTrack.family(track.representation) + "/\(track.representation.channels ?? 2)"
            if !contents.contains(content) { contents.append(content) }
            if !codings.contains(coding) { codings.append(coding) }
            ranks[content, default: [:]][coding, default: []].append(index)
        }
        for (index, coding) in codings.enumerated() {
            var ladder: [Group] = []
            let height = contents.compactMap { ranks[$0]?[coding]?.count }.max() ?? 0
            for rung in 0..<height {
                var members: [Int] = []
                for content in contents {
                    // A language that lacks this codec uses another codec.
                    let own = ranks[content]?[coding] ?? codings.lazy.compactMap { ranks[content]?[$0] }.first ?? []
                    let sorted = own.sorted { tracks[$0].representation.bandwidth < tracks[$1].representation.bandwidth }
                    if let member = sorted.dropFirst(min(rung, sorted.count - 1)).first { members.append(member) }
                }
                ladder.append(Group(name: "sound-\(index)-\(rung)", tracks: members))
            }
            ladders.append(ladder)
            groups += ladder
        }
    }

    /// For each codec, the group whose bitrate rank corresponds to that of the video track.
    func groups(forPicture index: Int, of count: Int) -> [Group] {
        ladders.compactMap { ladder in ladder.isEmpty ? nil : ladder[min(index * ladder.count / max(count, 1), ladder.count - 1)] }
    }
}
