// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxHLS
import WindowboxStreaming
import WindowboxTransport

/// An opened resource with its first bytes, for detecting its type.
struct ProbedResource {
    /// The address after redirects; a local file keeps the name it was given.
    let address: String
    private let prefix: [UInt8]
    private let contentType: String
    private let response: TransportResponse
    private let request: TransportRequest
    private let transport: any Transport

    /// The number of bytes read for detection.
    private static let head = 4096

    static func open(_ address: String) async throws(ProbeFault) -> ProbedResource {
        var configuration = HTTPTransport.Configuration()
        configuration.plainHTTP = .always
        configuration.compression = true
        configuration.cookies = CookieJar()
        let transport = RoutingTransport(http: HTTPTransport(configuration), files: PipedFiles())
        let request = TransportRequest(url: address, limits: .init(whole: 60), referrer: address)
        do throws(TransportError) {
            let response = try await transport.open(request)
            var prefix: [UInt8] = []
            let body = response.body.makeAsyncIterator()
            while prefix.count < head, let chunk = try await body.next() { prefix.append(chunk) }
            return ProbedResource(
                address: isRemote(address) ? response.url : address, prefix: prefix,
                contentType: response.headers["Content-Type"]?.lowercased() ?? "", response: response, request: request,
                transport: transport)
        } catch { throw ProbeFault(error) }
    }

    private static func isRemote(_ address: String) -> Bool {
        let scheme = address.prefix { $0 != ":" }.lowercased()
        return address.contains(":") && (scheme == "http" || scheme == "https")
    }

    /// Whether it has a playlist's first tag, file name or media type. Other text with a playlist tag counts too, in case the first line is
    /// missing.
    var looksLikePlaylist: Bool {
        if isManifest { return true }
        var bytes = prefix[...]
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        bytes = bytes.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        if bytes.isEmpty || bytes.starts(with: "#EXT".utf8) { return true }
        if prefix.contains(where: { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }) { return false }
        let path = address.prefix { $0 != "?" && $0 != "#" }.lowercased()
        if path.hasSuffix(".m3u8") || path.hasSuffix(".m3u") || contentType.contains("mpegurl") { return true }
        return bytes.split(separator: 0x0A).contains { $0.starts(with: "#EXT".utf8) }
    }

    /// Whether it is a DASH manifest, which is reported as the playlist it is converted to for playback.
    private var isManifest: Bool { DASHTransport.isManifest(prefix) == true }

    func playlist(base: String?, isStrict: Bool) async throws(ProbeFault) -> ProbedPlaylist {
        let limit = ReadingOptions.Limits().bytes
        var bytes = prefix
        do throws(TransportError) {
            let body = response.body.makeAsyncIterator()
            // One byte beyond the limit makes the reader report it.
            while bytes.count <= limit, let chunk = try await body.next() { bytes.append(chunk) }
        } catch { throw ProbeFault(error) }
        let base = base ?? (Self.isRemote(address) ? address : "")
        guard isManifest else { return ProbedPlaylist(bytes, base: base, isStrict: isStrict) }
        do throws(TransportError) {
            var head = response.head
            if !base.isEmpty { head.url = base }
            let manifest = try await DASHTransport.open(transport, address: request.url, head: head, bytes: bytes)
            let text = try await manifest.bytes(of: request)
            return ProbedPlaylist(text, base: base, isStrict: isStrict, isManifest: true)
        } catch { throw ProbeFault(code: error.cause.name, message: error.message, remedy: "correct the manifest") }
    }

    /// Opens the container on a separate thread, because demuxing blocks.
    func file() async throws(ProbeFault) -> ProbedFile {
        let input = ResourceInput(prefix: prefix, response: response, request: request, transport: transport)
        let prefix = prefix
        let result: Result<ProbedFile, ProbeFault> = await withCheckedContinuation { waiter in
            WorkerThread.start { waiter.resume(returning: ProbedFile.open(input, prefix: prefix)) }
        }
        return try result.get()
    }
}

extension ProbeFault {
    init(_ error: TransportError) {
        let remedy =
            switch error.cause {
            case .notFound: "give the name of an existing file"
            case .address: "give an http, https or data URL, or a file"
            case .status: "give a URL that the server provides"
            case .untrusted: "check the host name, the server's certificate, and this machine's clock"
            case .connection, .timeout, .truncated: "check that the server is running, and try again"
            default: "check the permission to read it"
            }
        self.init(code: error.cause.name, message: error.message, remedy: remedy)
    }

    init(_ error: CodecError) {
        if error.code == .source {
            self.init(code: "source", message: error.description, remedy: "check that the server is running, and try again")
        } else {
            self.init(
                code: "unsupported", message: "it is neither a playlist nor a supported media file: \(error.description)",
                remedy: "give a playlist or a media file")
        }
    }
}
