// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// Determines the videos that a media file belongs to.
///
/// The packager's files are below `videos/` and the video's id, and live media below `live/` and the stream's id: these belong to no other
/// video, whoever refers to them. All other files of a video are recorded: single files, and playlists with everything in their folder.
struct MediaPaths {
    let connection: any SQLConnection
    private static let prefix = "/media/"
    private static let packaged = "videos"

    func write(_ video: Video) throws {
        try connection.execute("DELETE FROM video_media WHERE video = \(video.id)")
        for path in Self.paths(of: video).sorted() {
            try connection.execute("INSERT INTO video_media (path, video) VALUES (\(path), \(video.id))")
        }
    }

    /// - Parameter key: components separated by slashes.
    /// - Returns: the video that the file was made for; else those that refer to it or, if there are none, to the nearest enclosing folder.
    func videos(having key: String) throws -> [String] {
        let words = key.split(separator: "/")
        if words.count > 2 {
            if words[0] == Self.packaged { return [String(words[1])] }
            if words[0] == "live", let stream = try connection.resource(LiveStream.self, id: String(words[1])) { return [stream.videoID] }
        }
        var paths: [String] = []
        for word in words { paths.append(paths.last.map { "\($0)/\(word)" } ?? String(word)) }
        let rows = try connection.rows("SELECT path, video FROM video_media WHERE path IN \(SQL.list(paths.map(SQLValue.text)))")
        let named = rows.map { (path: $0.text(0), video: $0.text(1)) }
        let nearest = named.map(\.path).max { $0.utf8.count < $1.utf8.count }
        return named.filter { $0.path == nearest }.map(\.video)
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
