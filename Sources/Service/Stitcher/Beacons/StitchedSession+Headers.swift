// SPDX-License-Identifier: Apache-2.0

extension StitchedSession.Viewer {
    /// What a server that speaks for a player tells of it (VAST 4.3, 2.6), the names as they are written.
    public var beaconHeaders: [(name: String, value: String)] {
        let all: [(String, String?)] = [
            ("X-Device-IP", address), ("X-Device-User-Agent", userAgent), ("X-Device-Referer", referrer),
            ("X-Device-Accept-Language", acceptLanguage), ("X-Device-Requested-With", requestedWith), ("X-Forwarded-For", address),
        ]
        return all.compactMap { name, value in value.map { (name, $0) } }
    }
}
