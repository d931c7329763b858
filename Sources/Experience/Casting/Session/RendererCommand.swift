// SPDX-License-Identifier: Apache-2.0

/// What a session wants done at the renderer.
enum RendererCommand: Hashable, Sendable {
    case set(CastMedia)
    case play
    case pause
    case stop
    /// Seconds from where the media that it was given begins.
    case seek(Double)
    /// 0...1.
    case volume(Double)
    case mute(Bool)
    /// How does it go?
    case ask
}

extension Renderer {
    /// Does one command.
    ///
    /// - Returns: what it told, for ``RendererCommand/ask``.
    func perform(_ command: RendererCommand) async throws(CastingError) -> RendererStatus? {
        let instance = ("InstanceID", "0")
        switch command {
        case .set(let media):
            let arguments = [instance, ("CurrentURI", media.address), ("CurrentURIMetaData", DIDLLite.text(media))]
            _ = try await RendererClient.perform(SOAPCall(transport, "SetAVTransportURI", arguments))
        case .play: _ = try await RendererClient.perform(SOAPCall(transport, "Play", [instance, ("Speed", "1")]))
        case .pause: _ = try await RendererClient.perform(SOAPCall(transport, "Pause", [instance]))
        case .stop: _ = try await RendererClient.perform(SOAPCall(transport, "Stop", [instance]))
        case .seek(let time):
            let arguments = [instance, ("Unit", "REL_TIME"), ("Target", ClockText.text(time))]
            _ = try await RendererClient.perform(SOAPCall(transport, "Seek", arguments))
        case .volume(let volume):
            // The range is 0...100 for nearly all devices; the few with another clamp it.
            // Amplification is this machine's alone.
            let percent = String(Int((min(volume, 1) * 100).rounded()))
            guard let rendering else { return nil }
            _ = try await RendererClient.perform(
                SOAPCall(rendering, "SetVolume", [instance, ("Channel", "Master"), ("DesiredVolume", percent)]))
        case .mute(let isMuted):
            guard let rendering else { return nil }
            _ = try await RendererClient.perform(
                SOAPCall(rendering, "SetMute", [instance, ("Channel", "Master"), ("DesiredMute", isMuted ? "1" : "0")]))
        case .ask:
            let state = try await RendererClient.perform(SOAPCall(transport, "GetTransportInfo", [instance]))
            let position = try await RendererClient.perform(SOAPCall(transport, "GetPositionInfo", [instance]))
            return RendererStatus(transport: state, position: position)
        }
        return nil
    }

    /// What it takes; nothing known where it does not say.
    func protocolInfo() async -> ProtocolInfo {
        guard let connections, let answer = try? await RendererClient.perform(SOAPCall(connections, "GetProtocolInfo")) else {
            return ProtocolInfo(sink: "")
        }
        return ProtocolInfo(sink: answer["Sink"] ?? "")
    }
}
