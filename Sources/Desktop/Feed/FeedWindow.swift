// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxAdPlayback
import WindowboxContract
import WindowboxEngine
import WindowboxFeed
import WindowboxFeedAds
import WindowboxFeedViews
import WindowboxGTK
import WindowboxLibrary
import WindowboxTransport

/// The program's window when started with a feed service: its feeds, and the player over them.
@MainActor final class FeedWindow: Window {
    let page: FeedBrowser
    let host: FeedHost
    private let header: HeaderBar
    private var actions: ActionGroup?
    private let overlays: ItemOverlays
    private let library: Library
    private let advertising: FeedAdvertising
    /// The shop sells the service's catalogue and reports orders to the service.
    private let keeper: CartKeeper

    /// - Parameter service: its URL and the app ID to use.
    init(_ service: FeedAddress, library: Library, application: Application) {
        AppStyle.install()
        self.library = library
        // The service and its ad servers may run locally, without TLS.
        let transport: RoutingTransport = .ofApp
        host = Self.makeHost(service, library)
        let beacons = Library.standardLocation().deletingLastPathComponent().appending(path: "feed-beacons.json")
        advertising = FeedAdvertising(
            AdInserter(transport: transport), sender: BeaconSender(transport: transport, file: beacons)
        ) { LinkOpener.open($0) }
        host.sdk.adSupply = advertising.supply
        let (host, keeper) = (host, CartKeeper(host.sdk))
        self.keeper = keeper
        var layers = ItemOverlays.Settings()
        layers.cart = { CartView(keeper, host: host) }
        overlays = ItemOverlays(host, shopping: Shopping(host.sdk, delegate: keeper), settings: layers)
        page = FeedBrowser(host, channel: service.channel)
        header = HeaderBar(title: Label("Windowbox").cssClass("title"))
        super.init(application: application, title: "Windowbox", width: 1120, height: 760)
        minimumSize(width: 320, height: 360)
        addMenu()
        setContent(
            Box(.vertical) {
                header
                page.expand(.horizontal, .vertical)
            })
        let overlays = overlays
        host.onPage = { [advertising] page in
            overlays.attach(to: page)
            advertising.follow(page.playback)
        }
        // Track an ad's click before its page opens.
        host.onCTA = { [advertising] _, video in
            guard video.type == .ad, let ad = advertising.current else { return false }
            ad.click()
            return true
        }
        page.onFullScreen = { [weak self] in self?.isFullScreen.toggle() }
        page.onPlayer = { [weak self] in self?.playerOpened($0) }
        onFullScreen { [weak self] _ in self?.showHeader() }
        onMinimized { [weak self] in self?.page.setCovered($0) }
        onClose { [weak self] in self?.end() }
    }

    private func addMenu() {
        let actions = ActionGroup(prefix: "app", on: self)
        actions.add("refresh", keys: "<Control>r", "F5") { [weak self] in self?.page.feedView?.feed.refresh() }
        actions.add("search", keys: "<Control>f") { [weak self] in self?.page.focusSearch() }
        actions.add("shortcuts", keys: "<Control>question", "<Control>slash") { [weak self] in
            ShortcutsWindow.present(above: self, AppShortcuts.feed)
        }
        actions.add("close", keys: "<Control>w", "<Control>q") { [weak self] in self?.close() }
        actions.add("about") { [weak self] in AboutWindow.present(above: self) }
        self.actions = actions
        header.addEnd(
            MenuModelButton(icon: "open-menu-symbolic", name: translated("Main Menu"), menu: AppMenu.feed(), isPrimary: true))
    }

    private static func makeHost(_ service: FeedAddress, _ library: Library) -> FeedHost {
        let folder = Library.standardLocation().deletingLastPathComponent()
        var settings = FeedSDK.Settings(
            appID: AppIDLookup(argument: service.appID, environment: ProcessInfo.processInfo.environment))
        settings.folder = folder
        // The service may run locally, without TLS.
        let transport: RoutingTransport = .ofApp
        var address = ServiceClient.Settings(
            address: service.address, packageID: DesktopApp.id, deviceID: FeedDevice.id(in: folder))
        address.secretFile = folder.appending(path: "guest-secrets.json")
        let client = ServiceClient(address, transport: transport)
        let host = FeedHost(FeedSDK(client, settings: settings), serviceAddress: service.address, transport: transport) {
            do { return try PulseOutput(role: .video) } catch {
                StandardError.write("no sound: \(error)")
                return SilentOutput()
            }
        }
        Task { [reporter = host.sdk.reporter] in
            for await failure in await reporter.storageFailures.compactMap({ $0 }) {
                StandardError.write("viewing reports can’t be stored on disk: \(failure)")
            }
        }
        host.silence = library.settings.isMuted ? true : nil
        host.onSilence = { library.settings.isMuted = $0 }
        host.knowsSwiping = library.settings.knowsSwiping
        host.onKnowsSwiping = { library.settings.knowsSwiping = true }
        return host
    }

    /// The player has a bar and a close button of its own.
    private func showHeader() { header.isVisible = !isFullScreen && page.player == nil }

    private func playerOpened(_ isOpen: Bool) {
        showHeader()
        if !isOpen, isFullScreen { isFullScreen = false }
        // The user returned from the small window, perhaps from another workspace.
        if isOpen { present() }
        title = isOpen ? page.player?.state.shown?.video?.caption ?? "Windowbox" : "Windowbox"
    }

    /// Called before the window closes.
    var onEnd: (@MainActor () -> Void)?

    private func end() {
        page.closePlayer()
        page.closeSmallPlayer()
        onEnd?()
        library.close()
    }
}

/// URL of a service, and the app ID to use.
struct FeedAddress: Equatable {
    var address: String
    /// Nil uses the environment.
    var appID: String?
    /// The channel in which hashtags are searched.
    var channel: String?
}

/// A random ID by which a service recognises this installation; it reveals nothing about the machine or user.
enum FeedDevice {
    /// - Returns: nil if it can't be stored; each run is a new guest then.
    static func id(in folder: URL) -> String? {
        let file = folder.appending(path: "feed-device")
        if let text = try? String(contentsOf: file, encoding: .utf8), !text.isEmpty, text.utf8.count <= 64 { return text }
        let id = UUID().uuidString.lowercased()
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        do { try Data(id.utf8).write(to: file, options: .atomic) } catch { return nil }
        return id
    }
}
