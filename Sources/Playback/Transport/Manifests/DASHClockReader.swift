// SPDX-License-Identifier: Apache-2.0

import WindowboxDASH
import WindowboxHLS
import WindowboxStreaming

/// Reads the clocks that a live manifest names (ISO/IEC 23009-1, 5.8.4.11).
struct DASHClockReader: Sendable {
    let base: any Transport
    /// The template for requests.
    let request: TransportRequest
    /// The manifest's URL, to resolve relative URLs.
    let manifest: String
    /// The local time in seconds since 1970.
    let clock: @Sendable () -> Double

    /// The difference between the first clock that responds and the local clock, in seconds; nil if none responds.
    func offset(by clocks: [DASHDescriptor]) async -> Double? {
        for descriptor in clocks {
            let scheme = descriptor.scheme
            if scheme.hasPrefix("urn:mpeg:dash:utc:direct:") {
                if let date = Self.date(descriptor.value) { return date - clock() }
            } else if scheme.hasPrefix("urn:mpeg:dash:utc:http-") {
                for address in descriptor.value.split(separator: " ").prefix(4) {
                    if let offset = await ask(String(address), isHead: scheme.hasPrefix("urn:mpeg:dash:utc:http-head")) { return offset }
                }
            }
        }
        return nil
    }

    private func ask(_ address: String, isHead: Bool) async -> Double? {
        var fetch = request
        fetch.url = URIResolver.resolve(address, against: manifest)
        fetch.method = isHead ? .head : .get
        fetch.maximumBytes = 4096
        let began = clock()
        guard let response = try? await base.open(fetch) else { return nil }
        let date: Double?
        if isHead {
            date = response.head.date.map { $0 + (response.head.age ?? 0) }
        } else {
            guard let bytes = try? await response.body.collect() else { return nil }
            date = Self.date(String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined())
        }
        // The response was created about halfway between sending the request and receiving it.
        return date.map { $0 - (began + clock()) / 2 }
    }

    /// Parses a date, or a number of seconds or milliseconds since 1970 that is too large to be a year. Returns seconds since 1970.
    private static func date(_ text: String) -> Double? {
        if let date = DateTimeText.parse(text) { return date }
        guard let number = Double(text), number >= 1e9, number < 1e13 else { return nil }
        return number < 1e11 ? number : number / 1000
    }
}
