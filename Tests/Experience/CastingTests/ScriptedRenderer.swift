// SPDX-License-Identifier: Apache-2.0

import WindowboxKit
import WindowboxOrigin
import WindowboxXML

@testable import WindowboxCasting

/// A renderer on the loopback address that plays nothing and does what a test says.
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
        /// The number of a refusal, by action.
        var refusals: [String: Int] = [:]
        /// Answers of its own, by action.
        var texts: [String: String] = [:]
        /// Milliseconds before each answer.
        var delay = 0
        var isDead = false
        /// It has told its position once since it was told to play.
        var hasTold = true
        var calls: [Call] = []
    }

    /// What it does and was told.
    let state: Watched<State>
    private let origin: Origin

    init() async throws {
        let state = Watched(State())
        self.state = state
        origin = try await Origin { request in Self.answer(request, state) }
    }

    var renderer: Renderer { get async throws { try await RendererClient.describe(origin.address + "/description.xml") } }

    /// Waits until it was asked where it is so many times from now on.
    func asked(_ count: Int = 2) async {
        let before = state.value.calls.count
        await state.reaches { $0.calls.dropFirst(before).count { $0.action == "GetPositionInfo" } >= count }
    }

    /// Waits for a command, and returns the last one of its kind.
    func told(_ action: String) async -> Call? {
        await state.reaches { $0.calls.contains { $0.action == action } }
        return state.value.calls.last { $0.action == action }
    }

    private static func answer(_ request: OriginRequest, _ watched: Watched<State>) -> OriginResponse {
        let state = watched.value
        if state.isDead { return OriginResponse(body: .raw([])) }
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
        watched.change { $0.calls.append(call) }
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
                // It comes on a little, lest it be taken for one that plays nothing.
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
