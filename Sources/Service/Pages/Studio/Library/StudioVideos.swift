// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

public import struct Foundation.Date

/// The list of videos.
public enum StudioVideos {
    /// - Parameters:
    ///   - search: the search text; empty for none.
    ///   - channels: for the names of the videos' channels.
    ///   - poster: converts a stored path to a URL.
    public static func page(
        _ list: StudioList<Video>, search: String, channels: [VideoChannel], at now: Date, mayWrite: Bool, poster: (String) -> String
    ) -> StudioPage {
        let names = Dictionary(channels.map { ($0.id, $0.name) }) { first, _ in first }
        let form: HTML = """
            <form class="search" role="search" method="get"><label for="q">Search captions, descriptions and hashtags</label>
            <div class="row"><input type="search" id="q" name="q" value="\(search)"><button>Search</button></div></form>
            """
        let upload: HTML = mayWrite ? PageFragments.go("/studio/upload", "Upload") : ""
        guard !list.isEmpty else {
            let empty = search.isEmpty ? PageFragments.empty("No videos yet.", upload) : PageFragments.empty("No videos match your search.")
            return StudioPage("Videos", in: .videos, body: "\(form)\(empty)")
        }
        let table = list.table("Videos", ["Video", "Status", "Channel", "Visibility", "Length", "Published"]) { video in
            [
                """
                <div class="video">\(PageFragments.picture(video.posterURL.map(poster), width: 48))
                <div><a href="/studio/videos/\(video.id)">\(PageFragments.person(video.caption))</a>\(PageFragments.tags(Array(video.hashtags.prefix(4))))</div></div>
                """,
                PageFragments.status(video.type == .liveStream ? "live stream" : video.status.rawValue),
                "<bdi>\(names[video.channelID] ?? video.channelID)</bdi>",
                "\(StudioVideo.publication(of: video, at: now))", "\(video.durationMS > 0 ? PageFragments.length(video.durationMS) : "–")",
                PageFragments.moment(video.publishedAt),
            ]
        }
        return StudioPage("Videos", in: .videos, actions: upload, body: "\(form)\(table)")
    }
}
