// SPDX-License-Identifier: Apache-2.0

import CCurl
import Glibc
import Synchronization
import Testing
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxTransport

@Suite("Errors of libcurl")
struct CurlFailureTests {
    private func error(
        _ code: CURLcode, text: String = "words", systemError: CInt = 0, tunnelStatus: Int = 0, proxy: HTTPProxy? = nil,
        progress: (received: Int, announced: Int?)? = nil, verification: Int = 0
    ) -> TransportError {
        CurlFailure(
            code: code, text: text, systemError: systemError, tunnelStatus: tunnelStatus, host: "films.example", port: 443, proxy: proxy,
            progress: progress, verification: verification
        ).error(url: "https://films.example/a")
    }

    @Test("Errors before the response say what failed and where")
    func before() {
        #expect(
            error(CURLE_COULDNT_CONNECT, systemError: ECONNREFUSED).message
                == "No connection to films.example port 443: connection refused.")
        #expect(error(CURLE_COULDNT_RESOLVE_HOST).message == "No connection to films.example port 443: the host name can't be resolved.")
        #expect(error(CURLE_GOT_NOTHING).message == "The server closed the connection without a response.")
        #expect(error(CURLE_RECV_ERROR, systemError: ECONNRESET).message == "The connection failed: Connection reset by peer.")
        #expect(error(CURLE_SSL_CONNECT_ERROR).message == "TLS failed: words.")
        #expect(error(CURLE_PEER_FAILED_VERIFICATION).message.hasPrefix("TLS failed: words. The server's certificate isn't trusted; "))
        #expect(error(CURLE_PEER_FAILED_VERIFICATION).cause == .untrusted)
        #expect(!error(CURLE_PEER_FAILED_VERIFICATION).canRetry)
        for code in [CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SSL_CONNECT_ERROR] {
            #expect(error(code).cause == .connection)
            #expect(error(code).canRetry)
        }
    }

    @Test(
        "Each fault of a certificate has its own reason and words, by number or by the words of the TLS library",
        arguments: [
            (10, "SSL certificate problem: certificate has expired", FailureReason.certificateExpired, "has expired"),
            (9, "SSL certificate problem: certificate is not yet valid", .certificateNotYetValid, "isn't valid yet"),
            (
                0, "SSL: no alternative certificate subject name matches target host name 'films.example'", .certificateForOtherHost,
                "isn't for films.example"
            ),
            (18, "SSL certificate problem: self-signed certificate", .certificateSelfSigned, "is self-signed"),
            (19, "SSL certificate problem: self-signed certificate in certificate chain", .authorityUnknown, "doesn't know"),
            (20, "SSL certificate problem: unable to get local issuer certificate", .authorityUnknown, "doesn't know"),
            (23, "certificate revoked", .certificateRevoked, "revoked"),
            (0, "server certificate verification failed: certificate expired", .certificateExpired, "has expired"),
        ])
    func certificates(number: Int, text: String, reason: FailureReason, words: String) {
        let error = error(CURLE_PEER_FAILED_VERIFICATION, text: text, verification: number)
        #expect(error.reason == reason)
        #expect(error.cause == .untrusted && !error.canRetry)
        #expect(error.message.contains(words))
        let failure = LoadFailure(error)
        #expect(failure.reason == reason)
        #expect(StreamingError(.unavailable, message: "", underlying: failure).reason == reason)
    }

    @Test("A server with old TLS or none is named as such, and is not asked again")
    func oldTLS() {
        for text in ["error:0A00042E:SSL routines::tlsv1 alert protocol version", "error:0A000102:SSL routines::unsupported protocol"] {
            let error = error(CURLE_SSL_CONNECT_ERROR, text: text)
            #expect(error.reason == .obsoleteTLS)
            #expect(error.cause == .untrusted && !error.canRetry)
            #expect(error.message.contains("no version of TLS from 1.2 on"))
        }
        let plain = error(CURLE_SSL_CONNECT_ERROR, text: "error:0A00010B:SSL routines::wrong version number")
        #expect(plain.reason == .notTLS)
        #expect(plain.message.contains("port 443"))
        #expect(error(CURLE_SSL_CONNECT_ERROR, text: "unexpected eof").reason == nil)
    }

    @Test("Too many open files are named as such, and the request can be retried")
    func noDescriptors() {
        for code in [CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST] {
            let error = error(code, systemError: EMFILE)
            #expect(error.message.contains("too many files"))
            #expect(error.cause == .connection && error.canRetry)
        }
    }

    @Test("A request fails if the process has no descriptors left, and the next one tries again")
    func noLines() async throws {
        let failures = Mutex([EMFILE, ENFILE, EAGAIN])
        let thread = CurlThread { .failure(CurlDescriptors.Failure(code: failures.withLock { $0.removeFirst() })) }
        let connections = HTTPConnections(perHost: 1, keepAlive: 1, trustedAuthorities: nil, thread: thread)
        let address = "http://127.0.0.1:1/"
        let message = try HTTPMessage(TransportRequest(address), url: address, headers: [:], proxy: nil, decompresses: false)
        for expected in ["too many files", "too many files", "temporarily unavailable"] {
            let transfer = HTTPTransfer(url: address, limits: .init(), firstBegan: .monotonic, buffered: 1000, thread: thread)
            let error = await #expect(throws: TransportError.self) { try await transfer.start(message, on: connections) }
            #expect(error?.message.contains(expected) == true)
            #expect(error?.cause == .connection)
        }
        #expect(failures.withLock { $0.isEmpty })
    }

    @Test("A proxy's faults name the proxy")
    func proxies() {
        let proxy = HTTPProxy(host: "proxy.example", port: 3128)
        #expect(error(CURLE_COULDNT_CONNECT, systemError: ECONNREFUSED, proxy: proxy).message.contains("proxy.example port 3128"))
        #expect(error(CURLE_COULDNT_RESOLVE_PROXY, proxy: proxy).message.contains("proxy.example port 3128"))
        #expect(error(CURLE_RECV_ERROR, tunnelStatus: 407, proxy: proxy).message.contains("user name and a password"))
        #expect(error(CURLE_RECV_ERROR, tunnelStatus: 403, proxy: proxy).message.contains("refuses the connection"))
        #expect(error(CURLE_PROXY, proxy: HTTPProxy(.socks5, host: "proxy.example", port: 1080)).message.contains("refuses the connection"))
        #expect(error(CURLE_RECV_ERROR, tunnelStatus: 200, proxy: proxy).message.contains("without a response"))
    }

    @Test("After the head, a broken connection is a truncated body")
    func after() {
        for code in [CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_HTTP2_STREAM] {
            let error = error(code, progress: (10, 20))
            #expect(error.cause == .truncated)
            #expect(error.message == "The body ended after 10 of 20 bytes.")
        }
    }

    @Test("Invalid responses are malformed, and not retried")
    func malformed() {
        let errors = [
            error(CURLE_WEIRD_SERVER_REPLY), error(CURLE_UNSUPPORTED_PROTOCOL), error(CURLE_HTTP2), error(CURLE_OUT_OF_MEMORY),
            error(CURLE_RECV_ERROR, text: "Illegal or missing hexadecimal sequence in chunked-encoding", progress: (10, nil)),
            error(CURLE_BAD_CONTENT_ENCODING, progress: (10, nil)),
        ]
        for error in errors {
            #expect(error.cause == .malformed)
            #expect(!error.canRetry)
        }
    }

    @Test("Other errors keep libcurl's words")
    func others() { #expect(error(CURLE_FAILED_INIT).message == "The request failed: words.") }
}
