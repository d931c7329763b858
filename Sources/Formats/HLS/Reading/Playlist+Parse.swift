// SPDX-License-Identifier: Apache-2.0

extension Playlist {
    /// Parses a playlist of either kind from UTF-8, in one pass.
    ///
    /// `baseURL` is the URL the bytes were loaded from, after redirects; delivery directives in it are dropped.
    public static func parse(_ bytes: [UInt8], baseURL: String = "", options: ReadingOptions = ReadingOptions()) -> PlaylistReading {
        bytes.withUnsafeBytes { parse($0, baseURL: baseURL, options: options) }
    }

    /// Parses a playlist from memory, which must stay valid during the call.
    /// - Parameter baseURL: the playlist's absolute URL, which relative URIs are resolved against.
    public static func parse(
        _ bytes: UnsafeRawBufferPointer, baseURL: String = "", options: ReadingOptions = ReadingOptions()
    ) -> PlaylistReading {
        bytes.withMemoryRebound(to: UInt8.self) { text in
            var reader = PlaylistReader(baseURL: DeliveryDirectives.removed(from: baseURL), options: options)
            return reader.read(text)
        }
    }

    /// Parses a playlist from text.
    /// - Parameter baseURL: the playlist's absolute URL, which relative URIs are resolved against.
    public static func parse(_ text: String, baseURL: String = "", options: ReadingOptions = ReadingOptions()) -> PlaylistReading {
        parse(Array(text.utf8), baseURL: baseURL, options: options)
    }
}
