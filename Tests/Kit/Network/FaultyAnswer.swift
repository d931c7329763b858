// SPDX-License-Identifier: Apache-2.0

import WindowboxOrigin

/// Applies a fault to one response.
struct FaultyAnswer {
    let request: OriginRequest
    /// The requested path, including the hop of a redirect chain.
    let path: String

    func answer(_ fault: Fault, content: Origin.Handler) async -> OriginResponse {
        switch fault {
        case .status(let status, let retryAfter):
            var response = OriginResponse.text("status \(status)\n", status: status)
            if let retryAfter { response.headers.append(("Retry-After", retryAfter)) }
            return response
        case .redirect(let target, let status): return .redirect(to: target, status: status)
        case .redirectChain(let count):
            let done = path == request.path ? 0 : path.split(separator: "-").last.flatMap { Int($0) } ?? 0
            return done < count ? .redirect(to: "\(request.path)/hop-\(done + 1)") : await content(request)
        case .garbage: return OriginResponse(body: .raw((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }))
        case .close: return OriginResponse(body: .raw([]))
        case .noResponse: return OriginResponse(body: .silence)
        case .ignoresRange: return await content(request.without("Range"))
        default: return await spoil(content(request), fault)
        }
    }

    private func spoil(_ good: OriginResponse, _ fault: Fault) async -> OriginResponse {
        var response = good
        guard case .bytes(let bytes) = good.body else { return good }
        let length = [("Content-Length", String(bytes.count))]
        switch fault {
        case .drop(let count):
            response.headers += length
            response.body = .stream { writer in
                try await writer.write(Array(bytes.prefix(count)))
                try await writer.drop()
            }
        case .truncate(let count):
            response.body = .stream { writer in
                try await writer.write(Array(bytes.prefix(count)))
                try await writer.drop()
            }
        case .stall(let count):
            response.headers += length
            response.body = .stream { writer in
                try await writer.write(Array(bytes.prefix(count)))
                try await writer.hang()
            }
        case .slow(let rate):
            response.headers += length
            response.body = .stream { writer in
                let step = max(1, rate / 50)
                for start in stride(from: 0, to: bytes.count, by: step) {
                    try await writer.write(Array(bytes[start..<min(bytes.count, start + step)]))
                    try await writer.pause(milliseconds: max(1, step * 1000 / rate))
                }
            }
        case .endless:
            response.body = .stream { writer in
                // Large pieces, because each write waits for a thread, which is slow on a loaded machine.
                var piece = bytes.isEmpty ? [0] : bytes
                while piece.count < 1 << 16 { piece += piece }
                while true { try await writer.write(piece) }
            }
        case .delayHead(let milliseconds): response.delay = milliseconds
        case .contentType(let type):
            response.headers.removeAll { $0.name == "Content-Type" }
            response.headers.append(("Content-Type", type))
        case .wrongLength(let difference):
            response.headers.append(("Content-Length", String(max(0, bytes.count + difference))))
        case .wrongRange:
            response.headers.removeAll { $0.name == "Content-Range" }
            response.headers.append(("Content-Range", "bytes 7-\(6 + bytes.count)/\(bytes.count + 100)"))
        case .noRange:
            response.headers.removeAll { $0.name == "Content-Range" }
        case .hugeHeader(let count): response.headers.append(("X-Huge", String(repeating: "x", count: count)))
        case .status, .redirect, .redirectChain, .garbage, .close, .noResponse, .ignoresRange: break
        }
        return response
    }
}
