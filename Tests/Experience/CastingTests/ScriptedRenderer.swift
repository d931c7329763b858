// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxOrigin
import WindowboxTransport
import WindowboxXML

@testable import WindowboxCasting

/// A renderer on the loopback address that plays nothing and follows the test's script.
final class ScriptedRenderer: Sendable {
    struct Call: Hashable, Sendable {
        var action: String
        var arguments: [String: String]
    }

    struct State: Sendable {
        var transport = "STOPPED"
        var position = 0
        var duration = 60
        var sink = ""
        /// Error codes, by action.
        var refusals: [String: Int] = [:]
        /// Custom responses, by action.
        var texts: [String: String] = [:]
        /// Milliseconds before each response.
        var delay = 0
        var isDead = false
        /// Whether it has reported its position since it was told to play.
        var hasTold = true
        var calls: [Call] = []
        /// When each of ``calls`` arrived.
        var arrivals: [Instant] = []
        /// Whether it accepts event subscriptions.
        var tells = false
        /// The subscription requests by method, in order.
        var subscriptions: [(method: String, id: String?, callback: String?)] = []
    }

    /// Its state, and the commands received.
    let state: Watched<State>
    private let origin: Origin

    init() async throws {
        let state = Watched(State())
        self.state = state
        origin = try await Origin { request in Self.answer(request, state) }
    }

    var renderer: Renderer { get async throws { try await RendererClient.describe(origin.address + "/description.xml") } }

    /// Waits until its position was requested this many more times.
    func asked(_ count: Int = 2) async {
        let before = state.value.calls.count
        await state.reaches { $0.calls.dropFirst(before).count { $0.action == "GetPositionInfo" } >= count }
    }

    /// Waits for a command, and returns the last one of its kind.
    func reported(_ action: String) async -> Call? {
        await state.reaches { $0.calls.contains { $0.action == action } }
        return state.value.calls.last { $0.action == action }
    }

    /// Sends its transport state to the subscriber.
    /// - Returns: The status of the response; nil without a subscriber.
    func notify(_ transport: String, as id: String = "uuid:subscription") async throws -> Int? {
        state.change { $0.transport = transport }
        guard let callback = state.value.subscriptions.last(where: { $0.callback != nil })?.callback else { return nil }
        let request = TransportRequest(
            url: String(callback.dropFirst().dropLast()), method: .init("NOTIFY"),
            headers: ["NT": "upnp:event", "NTS": "upnp:propchange", "SID": id, "SEQ": "0"],
            payload: RendererTexts.event(transport))
        return try await RendererClient.exchange(request).status
    }

    private static func subscribe(_ request: OriginRequest, _ watched: Watched<State>) -> OriginResponse {
        let id = request.header("SID")
        watched.change { $0.subscriptions.append((request.method, id, request.header("CALLBACK"))) }
        guard watched.value.tells else { return OriginResponse(status: 501) }
        return OriginResponse(headers: [("SID", id ?? "uuid:subscription"), ("TIMEOUT", "Second-1800")])
    }

    private static func answer(_ request: OriginRequest, _ watched: Watched<State>) -> OriginResponse {
        let state = watched.value
        if state.isDead { return OriginResponse(body: .raw([])) }
        if request.method == "SUBSCRIBE" || request.method == "UNSUBSCRIBE" { return subscribe(request, watched) }
        if request.path == "/description.xml" { return .text(RendererTexts.description(), type: "text/xml") }
        guard let action = request.header("SOAPACTION")?.split(separator: "#").last.map({ String($0.dropLast()) }),
            let element = try? RendererMarkup.parse(request.body, from: "test").find(action)
        else { return OriginResponse(status: 400) }
        let call = Call(action: action, arguments: Dictionary(uniqueKeysWithValues: element.children.map { ($0.name, $0.text) }))
        var response: OriginResponse
        if let text = state.texts[action] {
            response = .text(text, type: "text/xml")
        } else if let number = state.refusals[action] {
            response = .text(RendererTexts.fault(number, "no"), status: 500, type: "text/xml")
        } else {
            response = .text(RendererTexts.answer(action, values(of: action, watched, call)), type: "text/xml")
        }
        response.delay = state.delay
        watched.change {
            $0.calls.append(call)
            $0.arrivals.append(MonotonicClock.now)
        }
        return response
    }

    private static func values(of action: String, _ watched: Watched<State>, _ call: Call) -> [(String, String)] {
        watched.change { state in
            switch action {
            case "Play": (state.transport, state.hasTold) = ("PLAYING", false)
            case "Pause": state.transport = "PAUSED_PLAYBACK"
            case "Stop": state.transport = "STOPPED"
            case "Seek": state.position = Int(call.arguments["Target"].flatMap(ClockText.seconds) ?? 0)
            case "GetTransportInfo": return [("CurrentTransportState", state.transport), ("CurrentTransportStatus", "OK")]
            case "GetPositionInfo":
                // Advances slightly, so that it does not look like a renderer that plays nothing.
                if state.transport == "PLAYING", state.hasTold, state.position == 0 { state.position = 1 }
                if state.transport == "PLAYING" { state.hasTold = true }
                return [
                    ("TrackDuration", ClockText.text(Double(state.duration))), ("RelTime", ClockText.text(Double(state.position))),
                ]
            case "GetProtocolInfo": return [("Source", ""), ("Sink", state.sink)]
            default: break
            }
            return []
        }
    }
}
