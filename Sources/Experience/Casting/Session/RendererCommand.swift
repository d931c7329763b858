// SPDX-License-Identifier: Apache-2.0

/// A command from a session to the renderer.
enum RendererCommand: Hashable, Sendable {
    case set(CastMedia)
    case play
    case pause
    case stop
    /// Seconds from the start of the media it was given.
    case seek(Double)
    /// 0...1.
    case volume(Double)
    case mute(Bool)
    /// Request the status.
    case getStatus
}

extension Renderer {
    /// Executes a command.
    ///
    /// - Returns: the status, for ``RendererCommand/getStatus``.
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
            // Nearly all devices use 0...100; the few others clamp it. Amplification is only possible on this machine.
            let percent = String(Int((min(volume, 1) * 100).rounded()))
            guard let rendering else { return nil }
            _ = try await RendererClient.perform(
                SOAPCall(rendering, "SetVolume", [instance, ("Channel", "Master"), ("DesiredVolume", percent)]))
        case .mute(let isMuted):
            guard let rendering else { return nil }
            _ = try await RendererClient.perform(
                SOAPCall(rendering, "SetMute", [instance, ("Channel", "Master"), ("DesiredMute", isMuted ? "1" : "0")]))
        case .getStatus:
            let state = try await RendererClient.perform(SOAPCall(transport, "GetTransportInfo", [instance]))
            let position = try await RendererClient.perform(SOAPCall(transport, "GetPositionInfo", [instance]))
            return RendererStatus(transport: state, position: position)
        }
        return nil
    }

    /// The supported formats; unknown if the renderer doesn't report them.
    func protocolInfo() async -> ProtocolInfo {
        guard let connections, let response = try? await RendererClient.perform(SOAPCall(connections, "GetProtocolInfo")) else {
            return ProtocolInfo(sink: "")
        }
        return ProtocolInfo(sink: response["Sink"] ?? "")
    }
}
