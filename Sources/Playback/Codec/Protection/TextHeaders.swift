// SPDX-License-Identifier: Apache-2.0

/// The headers of WebVTT tracks in an MP4 file (`vttC`, ISO/IEC 14496-30 section 7.5), which FFmpeg ignores.
struct TextHeaders {
    private var headers: [Int: [UInt8]] = [:]

    /// - Parameter movie: the body of the file's `moov`.
    mutating func read(_ movie: ArraySlice<UInt8>) {
        for track in boxes(["trak"], in: movie) {
            guard let id = trackID(of: track), let table = boxes(["mdia", "minf", "stbl", "stsd"], in: track).first, table.count >= 8,
                let entry = boxes(in: table.dropFirst(8)).first(where: { $0.kind == "wvtt" })?.body, entry.count >= 8,
                let header = boxes(["vttC"], in: entry.dropFirst(8)).first
            else { continue }
            headers[id] = Array(header)
        }
    }

    /// Headers by the track ID in the file.
    subscript(track: Int) -> [UInt8]? { headers[track] }
}
