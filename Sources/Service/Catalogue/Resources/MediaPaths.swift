// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// Determines the videos that a media file belongs to.
///
/// The packager's files are below `videos/` and the video's id, and live media below `live/` and the stream's id: these belong to no other
/// video, whoever refers to them. All other files of a video are recorded: single files, and playlists with everything in their folder.
struct MediaPaths {
    let connection: any SQLConnection
    private static let prefix = "/media/"
    private static let (packaged, live) = ("videos", "live")

    func write(_ video: Video) throws {
        let rows = try connection.rows("SELECT path FROM video_media WHERE video = \(video.id)")
        let before = Set(rows.map { $0.text(0) })
        try connection.execute("DELETE FROM video_media WHERE video = \(video.id)")
        for path in Self.paths(of: video).sorted() where try before.contains(path) || mayName(path, video) {
            try connection.execute("INSERT INTO video_media (path, video) VALUES (\(path), \(video.id))")
        }
    }

    /// - Parameter key: components separated by slashes.
    /// - Returns: the video that the file was made for; else those of one business that refer to it or, if there are none, to the nearest
    ///   enclosing folder.
    func videos(having key: String) throws -> [Video] {
        let components = key.split(separator: "/")
        if components.count > 2 {
            if components[0] == Self.packaged { return try connection.resources(Video.self, ids: [String(components[1])]) }
            if components[0] == Self.live, let stream = try connection.resource(LiveStream.self, id: String(components[1])) {
                return try connection.resources(Video.self, ids: [stream.videoID])
            }
        }
        var paths: [String] = []
        for word in components { paths.append(paths.last.map { "\($0)/\(word)" } ?? String(word)) }
        let rows = try connection.rows("SELECT path, video FROM video_media WHERE path IN \(SQL.list(paths.map(SQLValue.text)))")
        let videos = try ofFirstBusiness(connection.resources(Video.self, ids: Set(rows.map { $0.text(1) }).sorted()))
        let known = Set(videos.map(\.id))
        let named = rows.map { (path: $0.text(0), video: $0.text(1)) }.filter { known.contains($0.video) }
        let nearest = named.map(\.path).max { $0.utf8.count < $1.utf8.count }
        let nearby = Set(named.filter { $0.path == nearest }.map(\.video))
        return videos.filter { nearby.contains($0.id) }
    }

    /// Of several businesses whose videos refer to a file or its folders, the videos of the one that did so first: others can't open its
    /// files by naming them.
    private func ofFirstBusiness(_ videos: [Video]) throws -> [Video] {
        guard Set(videos.map(\.channelID)).count > 1 else { return videos }
        var businesses: [String: String] = [:]
        for video in videos { businesses[video.id] = try connection.parent(of: VideoChannel.self, id: video.channelID) ?? "" }
        guard Set(businesses.values).count > 1 else { return videos }
        let ids = SQL.list(videos.map { .text($0.id) })
        let oldest = try connection.rows(
            "SELECT id FROM resource WHERE kind = \(Video.kind) AND id IN \(ids) ORDER BY created, n LIMIT 1"
        ).first?.text(0)
        let first = oldest.flatMap { businesses[$0] }
        return videos.filter { businesses[$0.id] == first }
    }

    /// Whether a video may begin to refer to a file. A recording stays that of the video under which it was sent, also after its stream was
    /// deleted.
    private func mayName(_ path: String, _ video: Video) throws -> Bool {
        let words = path.split(separator: "/", maxSplits: 2).map(String.init)
        // An operator's own folder may also be called `live`, but has no folders with such names in it.
        guard words.count > 1, words[0] == Self.live, words[1].utf8.count == 16, OpaqueID.isWellFormed(words[1]) else { return true }
        return try connection.resource(LiveStream.self, id: words[1]).map { $0.videoID == video.id } ?? false
    }

    private static func paths(of video: Video) -> Set<String> {
        let playlists = [video.hlsURL].compactMap { $0 } + video.renditions.map(\.url)
        let files = [video.gifURL, video.posterURL].compactMap { $0 } + video.posters.map(\.url) + video.subtitles.map(\.url)
        func key(_ address: String) -> Substring? {
            guard address.hasPrefix(prefix) else { return nil }
            let key = address.dropFirst(prefix.count)
            return key.hasPrefix("\(packaged)/") ? nil : key
        }
        let folders = playlists.compactMap(key).filter { $0.hasSuffix(".m3u8") || $0.hasSuffix(".mpd") }.compactMap { key in
            key.lastIndex(of: "/").map { key[..<$0] }
        }
        return Set(((playlists + files).compactMap(key) + folders).map(String.init))
    }
}

extension Video {
    /// When feeds must stop showing it regardless of indexes, in milliseconds.
    var withdrawnSince: Int64? {
        let terms = mediaTerms
        return terms.isTakenDown ? 0 : terms.availableUntil.map(Timestamp.milliseconds)
    }
}
