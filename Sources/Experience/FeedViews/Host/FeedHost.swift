// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract
public import WindowboxEngine
public import WindowboxFeed
import WindowboxGTK
import WindowboxMedia
import WindowboxPlayer
public import WindowboxTransport

/// Connects feed views to the program that shows them: services and callbacks. One instance per process.
@MainActor public final class FeedHost {
    /// The app, the guest and the service.
    public let sdk: FeedSDK
    /// The images of all feeds, loaded once and cached.
    public let posters: PosterStore
    /// Base URL of the service, the default for share links.
    public let serviceAddress: String
    private let transport: any Transport
    private let makeSound: @MainActor () -> any AudioOutput
    let smallWindow: PictureInPictureController

    /// The user's last choice with a mute button: true is muted; nil if none was made.
    public var silence: Bool?
    /// Called with ``silence``, to store it for the next run.
    public var onSilence: (@MainActor (Bool) -> Void)?
    /// The user has seen the hint about swiping; a program that stores this shows it only once.
    public var knowsSwiping = false
    /// Called after the hint was shown.
    public var onKnowsSwiping: (@MainActor () -> Void)?
    /// Called with each player page before it is shown, to add layers to it.
    public var onPage: (@MainActor (FeedPlayerPage) -> Void)?
    /// Called when the user clicks a video's call to action; return true if the program handled it.
    public var onCTA: (@MainActor (CallToAction, FeedVideo) -> Bool)?
    /// Called with a channel's ID when the user clicks its logo.
    public var onChannel: (@MainActor (String) -> Void)?
    /// Called with a URL that the user wants to open; nil opens it with the desktop.
    public var onOpenAddress: (@MainActor (String) -> Void)?
    /// Called with each link before it is shared; returns the link to use.
    public var onShareLink: (@MainActor (String, FeedVideo) -> String)?
    /// Called with a link that the user wants to share; nil copies it to the clipboard.
    public var onShare: (@MainActor (String) -> Void)?
    /// Called when a thumbnail is clicked.
    public var onThumbnail: (@MainActor (FeedEventDetails) -> Void)?
    /// Called with playback notices and the video concerned.
    public var onNotice: (@MainActor (PlaybackNotice, VideoPlaybackDetails) -> Void)?

    /// - Parameters:
    ///   - sdk: must be initialised before feeds are loaded.
    ///   - serviceAddress: base URL of the service, without a trailing slash.
    ///   - transport: loads posters and media.
    ///   - sound: creates the audio output of a player.
    public init(
        _ sdk: FeedSDK, serviceAddress: String, transport: any Transport = RoutingTransport.secure(),
        sound: @escaping @MainActor () -> any AudioOutput = { SilentOutput() }
    ) {
        self.sdk = sdk
        self.serviceAddress = serviceAddress
        self.transport = transport
        makeSound = sound
        posters = PosterStore(transport)
        smallWindow = PictureInPictureController(sdk)
    }

    /// A paused player without items that sends its frames to the mailbox.
    func makePlayer(_ pictures: PictureMailbox) -> Player {
        Player(videoOutputs: [MailboxOutput(pictures)], audioOutput: makeSound(), transport: transport)
    }

    /// Monotonic time in seconds.
    var now: Double { MonotonicClock.now.seconds }

    func remember(silence: Bool) {
        self.silence = silence
        onSilence?(silence)
    }

    /// - Parameter address: a URL that is safe to open.
    func open(_ address: String, from widget: WindowboxGTK.Widget) {
        if let onOpenAddress { onOpenAddress(address) } else { widget.openAddress(address) }
    }

    func shareLink(to video: FeedVideo, of feed: Feed, configuration: PlayerViewConfiguration) -> String? {
        let base = ShareBase.choose(player: configuration.shareBaseURL, app: sdk.settings.shareBaseURL, service: serviceAddress)
        guard let link = ShareLink.make(video, source: feed.source, feedID: feed.sessionID, base: base) else { return nil }
        let address = sdk.settings.shareTemplate?.filled(original: link, video: video.id) ?? link
        return onShareLink?(address, video) ?? address
    }

    func share(_ link: String, from widget: WindowboxGTK.Widget) {
        if let onShare { onShare(link) } else { widget.copyToClipboard(link) }
    }
}
