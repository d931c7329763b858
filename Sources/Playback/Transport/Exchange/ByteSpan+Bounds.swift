// SPDX-License-Identifier: Apache-2.0

import WindowboxStreaming

extension ByteSpan {
    /// The offset of the last byte; nil if the span exceeds any file, meaning "up to the end".
    var lastByte: Int? {
        let (end, overflow) = offset.addingReportingOverflow(length)
        return overflow || end == .max ? nil : end - 1
    }
}

extension TransportRequest {
    /// Rejects spans that no transport can answer; playlists may contain them.
    func checkSpan() throws(TransportError) {
        guard let span, span.offset < 0 || span.length <= 0 else { return }
        throw TransportError(.malformed, url: url, message: "The byte range of \(span.length) bytes at \(span.offset) has no bytes.")
    }
}
