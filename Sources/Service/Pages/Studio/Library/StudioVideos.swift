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
        _ list: StudioList<Video>, search: String, channels: [VideoChannel], at now: Date, mayWrite: Bool, mayUpload: Bool,
        poster: (String) -> String
    ) -> StudioPage {
        let names = Dictionary(channels.map { ($0.id, $0.name) }) { first, _ in first }
        let form: HTML = """
            <form class="search" role="search" method="get"><label for="q">Search captions, descriptions and hashtags</label>
            <div class="row"><input type="search" id="q" name="q" value="\(search)"><button>Search</button></div></form>
            """
        let upload: HTML = mayUpload ? PageFragments.linkButton("/studio/upload", "Upload") : ""
        guard !list.isEmpty else {
            let empty = search.isEmpty ? PageFragments.empty("No videos yet.", upload) : PageFragments.empty("No videos match your search.")
            return StudioPage("Videos", in: .videos, body: "\(form)\(empty)")
        }
        let table = list.table("Videos", ["Video", "Status", "Channel", "Visibility", "Length", "Published"]) { video in
            [
                """
                <div class="video">\(mayWrite ? box(video) : "")\(PageFragments.picture(video.posterURL.map(poster), width: 48))
                <div><a href="/studio/videos/\(video.id)">\(PageFragments.userText(video.caption))</a>\(PageFragments.tags(Array(video.hashtags.prefix(4))))</div></div>
                """,
                PageFragments.status(video.type == .liveStream ? "live stream" : video.status.rawValue),
                "<bdi>\(names[video.channelID] ?? video.channelID)</bdi>",
                "\(StudioVideo.publication(of: video, at: now))", "\(video.durationMS > 0 ? PageFragments.length(video.durationMS) : "–")",
                PageFragments.dateTime(video.publishedAt),
            ]
        }
        return StudioPage("Videos", in: .videos, actions: upload, body: "\(form)\(mayWrite ? bulk : "")\(table)")
    }

    /// The part of a video that decides how a change of several applies to it.
    private struct Selection: Encodable {
        let id: String
        let status: VideoStatus
        let access: Visibility
        let hashtags: [String]
    }

    private static func box(_ video: Video) -> HTML {
        let selection = Selection(id: video.id, status: video.status, access: video.access, hashtags: video.hashtags)
        let name = video.caption.isEmpty ? "Untitled video" : String(video.caption.prefix(60))
        return """
            <input type="checkbox" aria-label="Select \(name)" data-name="\(name)" data-video="\(StudioForm.json(selection))">
            """
    }

    private static let bulk: HTML = """
        <div id="bulk" class="card" role="group" aria-label="Change several videos" hidden>
        <div class="row"><label><input type="checkbox" id="bulk-all"> Select all on this page</label><output></output></div>
        <div class="row"><button type="button" data-bulk="publish">Publish</button><button type="button" data-bulk="hide">Hide</button>
        <button type="button" data-bulk="archive">Archive</button><button type="button" data-bulk="restore">Restore</button>
        <button type="button" class="danger" data-bulk="delete">Delete</button></div>
        <div class="row"><div class="field"><label for="bulk-tags">Hashtags</label><input id="bulk-tags" autocomplete="off"></div>
        <button type="button" data-bulk="tag">Add hashtags</button><button type="button" data-bulk="untag">Remove hashtags</button></div></div>
        """
}
