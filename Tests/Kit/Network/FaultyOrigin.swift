// SPDX-License-Identifier: Apache-2.0

public import WindowboxOrigin

/// A loopback server that fails by rules in the ways that real servers do, and records its requests.
///
/// The first rule that matches a request applies. Delays use the server's timers, so tests wait for effects, never for time.
public final class FaultyOrigin: Sendable {
    private struct State: Sendable {
        var rules: [FaultRule]
        var counts: [Int]
        var requests: [OriginRequest] = []
    }

    /// The rules and the requests. Kept apart from the server, whose handler must not retain it.
    private final class Book: Sendable {
        let state: Watched<State>
        init(_ rules: [FaultRule]) { state = Watched(State(rules: rules, counts: rules.map { _ in 0 })) }

        func note(_ request: OriginRequest) -> Fault? {
            state.change { state in
                state.requests.append(request)
                var found: Fault?
                for (index, rule) in state.rules.enumerated() where fits(rule.pattern, request.path) {
                    state.counts[index] += 1
                    if found == nil, rule.requests.contains(state.counts[index]) { found = rule.fault }
                }
                return found
            }
        }
    }

    private let book: Book
    private let origin: Origin

    public init(rules: [FaultRule] = [], content: @escaping Origin.Handler) async throws {
        let book = Book(rules)
        self.book = book
        origin = try await Origin { request in
            let fault = book.note(request)
            let path = request.path
            guard let fault else { return await content(request) }
            var request = request
            if case .redirectChain = fault, let hop = request.path.range(of: "/hop-") { request.path = String(path[..<hop]) }
            return await FaultyAnswer(request: request, path: path).answer(fault, content: content)
        }
    }

    /// Serves bytes by path, with range support.
    public convenience init(_ files: [String: [UInt8]], rules: [FaultRule] = []) async throws {
        try await self.init(rules: rules) { memoryAnswer(files, to: $0) }
    }

    public var address: String { origin.address }
    public var openConnections: Int { origin.openConnections }
    public func connectionsFall(to count: Int) async { await origin.connectionsFall(to: count) }
    public func stop() async { await origin.stop() }

    public func add(_ rule: FaultRule) {
        book.state.change { state in
            state.rules.append(rule)
            state.counts.append(0)
        }
    }

    public func removeRules() {
        book.state.change { state in
            state.rules = []
            state.counts = []
        }
    }

    /// All requests so far, in order of arrival.
    public var requests: [OriginRequest] { book.state.value.requests }

    /// Waits until this many requests have arrived.
    public func requestsReach(_ count: Int) async { await book.state.reaches { $0.requests.count >= count } }
    public func requests(for path: String) -> [OriginRequest] { requests.filter { $0.path == path } }
}

extension String {
    fileprivate func range(of part: String) -> String.Index? {
        indices.first { self[$0...].hasPrefix(part) }
    }
}

/// The response of a well-behaved server that serves bytes from memory.
public func memoryAnswer(_ files: [String: [UInt8]], to request: OriginRequest) -> OriginResponse {
    guard let bytes = files[request.path] else { return .text("not found\n", status: 404) }
    var headers = [("Content-Type", MediaContentType.name(ofPath: request.path)), ("Accept-Ranges", "bytes")]
    switch request.header("Range").flatMap(ByteRangeHeader.init)?.answer(length: bytes.count) ?? .whole {
    case .whole: return OriginResponse(headers: headers, body: .bytes(bytes))
    case .unsatisfiable: return OriginResponse(status: 416, headers: [("Content-Range", "bytes */\(bytes.count)")])
    case .part(let range):
        headers.append(("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(bytes.count)"))
        return OriginResponse(status: 206, headers: headers, body: .bytes(Array(bytes[range])))
    }
}
