// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS

let base = "http://example.com/path/playlist.m3u8"

/// The media playlist with these lines after `#EXTM3U`, which must parse without errors.
func media(_ lines: String, options: ReadingOptions = ReadingOptions(), sourceLocation: SourceLocation = #_sourceLocation) throws
    -> MediaPlaylist
{
    let reading = Playlist.parse("#EXTM3U\n" + lines, baseURL: base, options: options)
    return try #require(reading.playlist?.media, sourceLocation: sourceLocation)
}

func multivariant(_ lines: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> MultivariantPlaylist {
    try #require(Playlist.parse("#EXTM3U\n" + lines, baseURL: base).playlist?.multivariant, sourceLocation: sourceLocation)
}

/// The codes of all diagnostics in strict mode, in order.
func faults(_ text: String, options: ReadingOptions = ReadingOptions(mode: .strict)) -> [String] {
    Playlist.parse(text, baseURL: base, options: options).errors.map(\.code.name)
}

/// Whether writing and parsing again gives the same result.
func isLossless(_ reading: PlaylistReading, options: ReadingOptions = ReadingOptions()) -> Bool {
    guard let playlist = reading.playlist else { return true }
    return Playlist.parse(playlist.write(), baseURL: base, options: options).playlist == playlist
}
