// SPDX-License-Identifier: Apache-2.0

/// A long film made of a short one.
public enum RepeatedPlaylist {
    /// A media playlist whose segments follow one another several times, each time after a discontinuity.
    /// - Parameter folder: precedes the addresses of segments and maps.
    public static func text(_ playlist: String, times: Int, folder: String = "") -> String {
        var (head, body): ([String], [String]) = ([], [])
        for line in playlist.split(separator: "\n").map(String.init) {
            if line.hasPrefix("#EXT-X-MAP:URI=\"") {
                body.append(line.replacing("URI=\"", with: "URI=\"" + folder))
            } else if line.hasPrefix("#EXTINF") || line.hasPrefix("#EXT-X-BYTERANGE") {
                body.append(line)
            } else if !line.hasPrefix("#") {
                body.append(folder + line)
            } else if line != "#EXT-X-ENDLIST" {
                head.append(line)
            }
        }
        var lines = head
        for index in 0..<times { lines += (index > 0 ? ["#EXT-X-DISCONTINUITY"] : []) + body }
        return (lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n")
    }
}
