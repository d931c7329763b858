// SPDX-License-Identifier: Apache-2.0

extension StitchedSession.Viewer {
    /// The header fields with which a server identifies the player it reports for (VAST 4.3, 2.6), in their original spelling.
    public var beaconHeaders: [(name: String, value: String)] {
        let all: [(String, String?)] = [
            ("X-Device-IP", address), ("X-Device-User-Agent", userAgent), ("X-Device-Referer", referrer),
            ("X-Device-Accept-Language", acceptLanguage), ("X-Device-Requested-With", requestedWith), ("X-Forwarded-For", address),
        ]
        return all.compactMap { name, value in value.map { (name, $0) } }
    }
}
