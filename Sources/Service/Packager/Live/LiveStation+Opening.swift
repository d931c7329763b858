// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

extension LiveStation {
    /// The first complete segment of the tallest video rendition, as a standalone MP4 file. Waits for it.
    /// - Returns: nil if the stream ends before, or the encoder stops sending.
    /// - Throws: ``StorageError``.
    public func opening() async throws -> [UInt8]? {
        await onAir()
        guard isOnAir, let height = plan.heights.max() else { return nil }
        let rendition = plan.picture(height)
        guard case .playlist(let bytes) = await playlist(rendition, DeliveryDirectivesText("_HLS_msn=1")),
            let list = try? Playlist.parse(bytes).get().media,
            // Segments of an earlier process are in other folders.
            let segment = list.segments.first(where: { !$0.uri.text.contains("/") }), let map = segment.map
        else { return nil }
        guard let header = try await content(of: map.uri.text, in: rendition),
            let pictures = try await content(of: segment.uri.text, in: rendition)
        else { return nil }
        return header + pictures
    }

    private func content(of name: String, in rendition: String) async throws -> [UInt8]? {
        switch await file(rendition, name) {
        case .bytes(let bytes): bytes
        case .stored(let key): try await files.storage.bytes(of: key)
        case .playlist, .status: nil
        }
    }
}
