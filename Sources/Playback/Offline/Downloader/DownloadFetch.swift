// SPDX-License-Identifier: Apache-2.0

import WindowboxStreaming
import WindowboxTransport

/// Performs the network and disk jobs of one download.
struct DownloadFetch: Sendable {
    let address: String
    /// The name of the download's folder.
    let name: String
    let disk: DownloadDisk
    let transport: any Transport
    let keys: KeyStore

    private static let longestText = 32 << 20

    /// Determines what the URL is: a playlist, whose text is returned, or a media file.
    func entry() async -> DownloadStateMachine.Event {
        do throws(TransportError) {
            let response = try await transport.open(request(address, isText: true))
            let body = response.body.makeAsyncIterator()
            var bytes: [UInt8] = []
            while bytes.count < 64, let chunk = try await body.next() { bytes.append(chunk) }
            if Self.isPlaylist(bytes) { return .playlist(.entry, try await rest(of: response, after: bytes), url: response.url) }
            response.body.cancel()
            if let rejectionReason = Self.rejectionReason(bytes, response) {
                return .failed(
                    .entry, DownloadError(rejectionReason.code, rejectionReason.message, url: response.url), canRetry: false,
                    retryAfter: nil)
            }
            return .media(url: response.url, length: response.contentLength)
        } catch { return .failed(.entry, error) }
    }

    func playlist(_ url: String, as job: DownloadStateMachine.Job) async -> DownloadStateMachine.Event {
        do throws(TransportError) {
            let response = try await transport.open(request(url, isText: true))
            return .playlist(job, try await rest(of: response, after: []), url: response.url)
        } catch { return .failed(job, error) }
    }

    private func rest(of response: TransportResponse, after prefix: [UInt8]) async throws(TransportError) -> [UInt8] {
        var bytes = prefix
        let body = response.body.makeAsyncIterator()
        while let chunk = try await body.next() {
            bytes.append(chunk)
            guard bytes.count <= Self.longestText else {
                throw TransportError(.tooLarge, url: response.url, message: "The playlist is longer than \(Self.longestText) bytes.")
            }
        }
        return bytes
    }

    func request(_ url: String, isText: Bool = false) -> TransportRequest {
        TransportRequest(
            url: url, limits: .init(whole: isText ? 60 : .infinity), acceptsCompression: isText, referrer: url == address ? nil : address)
    }

    private static func isPlaylist(_ bytes: [UInt8]) -> Bool {
        var bytes = bytes[...]
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        return bytes.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }.starts(with: "#EXT".utf8)
    }

    private static func rejectionReason(_ bytes: [UInt8], _ response: TransportResponse) -> (code: DownloadError.Code, message: String)? {
        if bytes.isEmpty { return (.malformed, "The response is empty; expected a playlist or a media file.") }
        let start = String(decoding: bytes.drop { $0 <= 0x20 || $0 >= 0x80 }.prefix(16), as: UTF8.self).lowercased()
        if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") {
            return (.malformed, "The response is a web page; expected a playlist or a media file.")
        }
        let isRadio = response.headers.fields.contains { $0.name.lowercased().hasPrefix("icy-") }
        return isRadio && response.contentLength == nil
            ? (.live, "This is an endless broadcast, which can't be downloaded.") : nil
    }
}

extension DownloadStateMachine.Event {
    static func failed(_ job: DownloadStateMachine.Job, _ error: TransportError) -> Self {
        .failed(job, DownloadError(error), canRetry: error.canRetry, retryAfter: error.retryAfter, isSilent: error.isSilence)
    }

    static func failed(_ job: DownloadStateMachine.Job, _ error: DownloadError) -> Self {
        .failed(job, error, canRetry: false, retryAfter: nil)
    }
}
