// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract
public import WindowboxEngine
public import WindowboxFeed
import WindowboxGTK
import WindowboxMedia
import WindowboxPlayer
public import WindowboxTransport

/// What feed views get from the program that shows them, and whom they tell. One for a program.
@MainActor public final class FeedHost {
    public let sdk: FeedSDK
    public let posters: PosterStore
    /// Of the service: share links lead there, where nobody says another place.
    public let serviceAddress: String
    private let transport: any Transport
    private let makeSound: @MainActor () -> any AudioOutput
    let smallWindow: SmallWindow

    /// What the person chose last with a sound button; true is silent, nil: nothing yet.
    public var silence: Bool?
    /// Called with ``silence``, to be kept for the next start.
    public var onSilence: (@MainActor (Bool) -> Void)?
    /// The person has been told how one comes to the next video; a program that keeps it tells it once in a lifetime.
    public var knowsSwiping = false
    /// Called once they have been told.
    public var onKnowsSwiping: (@MainActor () -> Void)?
    /// Called with each player page before it is shown: the place to put layers over it.
    public var onPage: (@MainActor (FeedPlayerPage) -> Void)?
    /// Asked when a person clicks the button of a video; true: the program did something of its own.
    public var onCTA: (@MainActor (CallToAction, FeedVideo) -> Bool)?
    /// Called with the id of a channel whose logo a person clicks.
    public var onChannel: (@MainActor (String) -> Void)?
    /// Called with an address that a person wants to see; nil: the desktop opens it.
    public var onOpenAddress: (@MainActor (String) -> Void)?
    /// Given each link to a video before it is shared, which may become another one.
    public var onShareLink: (@MainActor (String, FeedVideo) -> String)?
    /// Called with a link that a person wants to share; nil: it goes to the clipboard.
    public var onShare: (@MainActor (String) -> Void)?
    /// Told of clicks on thumbnails.
    public var onThumbnail: (@MainActor (FeedEventDetails) -> Void)?
    /// Told what happens while videos play, and of which.
    public var onNotice: (@MainActor (PlaybackNotice, VideoPlaybackDetails) -> Void)?

    /// - Parameters:
    ///   - sdk: initialised before feeds are loaded.
    ///   - serviceAddress: of the service, without a slash at its end.
    ///   - transport: brings posters and media.
    ///   - sound: makes the output of one player.
    public init(
        _ sdk: FeedSDK, serviceAddress: String, transport: any Transport = RoutingTransport.secure(),
        sound: @escaping @MainActor () -> any AudioOutput = { SilentOutput() }
    ) {
        self.sdk = sdk
        self.serviceAddress = serviceAddress
        self.transport = transport
        makeSound = sound
        posters = PosterStore(transport)
        smallWindow = SmallWindow(sdk)
    }

    /// A paused player without items, whose pictures come to the mailbox.
    func makePlayer(_ pictures: PictureMailbox) -> Player {
        Player(videoOutputs: [MailboxOutput(pictures)], audioOutput: makeSound(), transport: transport)
    }

    /// Seconds of a clock that runs evenly.
    var now: Double { MonotonicClock.now.seconds }

    func remember(silence: Bool) {
        self.silence = silence
        onSilence?(silence)
    }

    /// - Parameter address: one that is safe to open.
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
