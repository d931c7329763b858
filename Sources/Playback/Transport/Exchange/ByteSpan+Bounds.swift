// SPDX-License-Identifier: Apache-2.0

import WindowboxStreaming

extension ByteSpan {
    /// The last byte, or nil when the span reaches past every file and so means "up to the end".
    var lastByte: Int? {
        let (end, overflow) = offset.addingReportingOverflow(length)
        return overflow || end == .max ? nil : end - 1
    }
}

extension TransportRequest {
    /// Playlists can ask for spans that no transport can answer.
    func checkSpan() throws(TransportError) {
        guard let span, span.offset < 0 || span.length <= 0 else { return }
        throw TransportError(.malformed, url: url, message: "The byte range of \(span.length) bytes at \(span.offset) has no bytes.")
    }
}
