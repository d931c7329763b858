// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed
import WindowboxGTK
import WindowboxMedia
import WindowboxTransport

/// The channel's image, or the first letter of its name; a click opens the channel.
@MainActor final class ChannelLogo: Box {
    private static let side = 32
    private let still = StillView()
    private let letter: Label
    private let button: Button
    private let host: FeedHost
    private var request: PosterStore.Request?
    private var loading: Task<Void, Never>?

    /// Nil if the configuration has no logo.
    init?(_ host: FeedHost, _ configuration: LogoConfiguration) {
        guard configuration.isEnabled, let id = configuration.option.channel, OpaqueID.isWellFormed(id) else { return nil }
        let letter = Label()
        (self.host, self.letter) = (host, letter)
        let face = Overlay(still.minimumSize(width: Self.side, height: Self.side).cssClass("logo")) { letter }
        letter.takesPointer = false
        letter.align(horizontal: .center, vertical: .center)
        button = Button(name: "", content: face) { [weak host] in host?.onChannel?(id) }
        super.init(.horizontal)
        append(button.cssClass("logo-button").align(vertical: .center))
        button.isEnabled = configuration.isClickable
        isVisible = false
        loading = Task { [weak self, service = host.sdk.service] in
            let call = ServiceCall<VideoChannel>("channel", [id])
            // The logo is decorative: if it can't be loaded, it is omitted.
            guard let channel = try? await service.send(call) else { return }
            self?.show(channel)
        }
    }

    isolated deinit { loading?.cancel() }

    private func show(_ channel: VideoChannel) {
        let name = DisplayText.clean(channel.name, limit: 60)
        button.name = name
        letter.text = name.first.map { String($0).uppercased() } ?? ""
        isVisible = true
        guard let address = channel.avatarURL else { return }
        let pixels = Self.side * max(1, scaleFactor)
        request = host.posters.request(address, covering: PixelSize(width: pixels, height: pixels)) { [weak self] picture in
            guard let self, let picture else { return }
            still.picture = picture
            letter.text = ""
        }
    }
}

extension LogoConfiguration.Option {
    var channel: String? {
        switch self {
        case .disabled: nil
        case .creator(let id), .channelAggregator(let id): id
        }
    }
}
