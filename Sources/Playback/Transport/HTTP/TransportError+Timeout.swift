// SPDX-License-Identifier: Apache-2.0

extension TransportError {
    static func timeout(_ url: String, _ limit: Limit) -> TransportError {
        let what =
            switch limit {
            case .connect: "no connection was established"
            case .firstByte: "no response arrived"
            case .idle: "no data arrived"
            case .whole: "the load didn't finish"
            }
        return TransportError(.timeout, url: url, message: "Within the time limit, \(what).", limit: limit)
    }
}
