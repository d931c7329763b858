// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxOrigin

/// A media service on the loopback address whose responses change with a clock: media become available and expire, are blocked
/// and released, move and disappear. It also serves the generated streams.
public final class FakeMediaService: Sendable {
    public enum Answer: Sendable {
        case composition(FakeComposition)
        case status(Int)
        case text(String)
    }

    fileprivate struct State: Sendable {
        /// By name, in the order in which they were set.
        var answers: [String: [(from: Date, answer: Answer)]] = [:]
        var requests: [OriginRequest] = []
    }

    /// Kept apart from the server, whose handler must not retain it.
    private final class Book: Sendable {
        let state = Watched(State())

        func note(_ request: OriginRequest) { state.change { $0.requests.append(request) } }

        func answer(for urn: String, at now: Date) -> Answer {
            state.value.answers[urn]?.last { $0.from <= now }?.answer ?? .status(404)
        }
    }

    private let book: Book
    private let origin: Origin
    public let clock: ManualWallClock

    public init(clock: ManualWallClock = ManualWallClock()) async throws {
        let book = Book()
        self.book = book
        self.clock = clock
        let folder = try OriginFolder(GeneratedStreams.directory.path)
        origin = try await Origin { request in
            book.note(request)
            let parts = request.path.split(separator: "/", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { return .text("nothing\n", status: 404) }
            switch parts[0] {
            case "compositions":
                switch book.answer(for: parts[1], at: clock.now()) {
                case .composition(let composition):
                    return OriginResponse(headers: [("Content-Type", "application/json")], body: .bytes(composition.json))
                case .status(let status): return .text("status \(status)\n", status: status)
                case .text(let text): return .text(text, type: "application/json")
                }
            case "tokens": return .text(#"{"token": "token=\#(parts[1])"}"#, type: "application/json")
            default:
                var request = request
                request.path = "/" + parts[1]
                return folder.answer(request)
            }
        }
    }

    /// The URL template of compositions, with a placeholder for the name.
    public var address: String { origin.address + "/compositions/{urn}" }
    public func tokens(_ token: String) -> String { origin.address + "/tokens/" + token }

    /// The URL of a generated stream.
    /// - Parameter edition: Streams of another edition have other URLs and the same content.
    public func stream(_ name: String, edition: String = "streams") throws -> String {
        let stream = try GeneratedStreams.named(name)
        return "\(origin.address)/\(edition)/\(stream.path)"
    }

    /// Sets the response for a name from a date on, by default from the beginning.
    public func set(_ urn: String, from date: Date = .distantPast, _ answer: Answer) {
        book.state.change { $0.answers[urn, default: []].append((date, answer)) }
    }

    public func set(_ composition: FakeComposition, from date: Date = .distantPast) {
        set(composition.main, from: date, .composition(composition))
    }

    public func requests(for urn: String) -> [OriginRequest] {
        requests.filter { $0.path == "/compositions/\(urn)" }
    }
    public var requests: [OriginRequest] { book.state.value.requests }

    /// Waits until a name was requested this many times.
    public func wasAsked(for urn: String, times count: Int = 1) async {
        await book.state.reaches { state in state.requests.count { $0.path == "/compositions/\(urn)" } >= count }
    }

    /// Waits until a matching request arrived.
    public func wasAsked(_ isIt: @Sendable (OriginRequest) -> Bool) async { await book.state.reaches { $0.requests.contains(where: isIt) } }
}
