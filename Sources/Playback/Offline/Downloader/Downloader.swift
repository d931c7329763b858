// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
public import Observation
public import WindowboxPlayer
public import WindowboxTransport

// given: import WindowboxOffline
// given: import WindowboxPlayer
// given: let player = Player()
/// Stores streams and files in a folder, so that they play without a network.
///
/// Only one downloader at a time can use a folder. Its downloads outlive the process: those in progress resume when the folder is opened
/// again.
///
/// ```swift
/// let downloader = try await Downloader.open("downloads")
/// let download = try await downloader.download(id: "film-1", url: "https://example.com/film.m3u8")
/// await download.settled()
/// player.items = [downloader.playerItem(for: download)]
/// ```
@MainActor @Observable public final class Downloader {
    /// In the order of their creation.
    public private(set) var downloads: [Download] = []
    /// Downloads wait while the policy does not allow them to load.
    public var networkConditions: NetworkConditions { didSet { if networkConditions != oldValue { admit() } } }
    /// The settings given when the folder was opened.
    public let configuration: DownloaderConfiguration
    /// An absolute path.
    public let folder: String

    @ObservationIgnored private let disk: DownloadDisk
    @ObservationIgnored private let transport: any Transport
    @ObservationIgnored private let keys: [any KeyProvider]
    @ObservationIgnored private var isClosed = false
    @ObservationIgnored private var starting: [String: Task<Void, Never>] = [:]

    /// Opens a folder, creating it if necessary, and resumes its downloads.
    /// - Parameters:
    ///   - folder: contains a folder for each download. Other files in it are not touched.
    ///   - configuration: limits and policies.
    ///   - networkConditions: the initial conditions; see ``networkConditions``.
    ///   - transport: loads the bytes.
    ///   - keys: for keys that are not loaded from their URLs. Pass only providers whose keys may be stored on disk.
    /// - Throws: ``DownloadError``, such as when another process uses the folder.
    public static func open(
        _ folder: String, configuration: DownloaderConfiguration = DownloaderConfiguration(),
        networkConditions: NetworkConditions = NetworkConditions(), transport: any Transport = RoutingTransport(),
        keys: [any KeyProvider] = []
    ) async throws(DownloadError) -> Downloader {
        try await open(
            folder, configuration: configuration, networkConditions: networkConditions, transport: transport, keys: keys,
            writing: DiskWriting())
    }

    static func open(
        _ folder: String, configuration: DownloaderConfiguration, networkConditions: NetworkConditions = NetworkConditions(),
        transport: any Transport = RoutingTransport(), keys: [any KeyProvider] = [], writing: DiskWriting
    ) async throws(DownloadError) -> Downloader {
        let absolute = folder.hasPrefix("/") ? folder : FileManager.default.currentDirectoryPath + "/" + folder
        let disk = DownloadDisk(folder: absolute, quota: configuration.quota, writing: writing)
        try await disk.open()
        let downloader = Downloader(absolute, disk, configuration, networkConditions, transport, keys)
        for var found in await disk.scan() {
            if found.record.state.isActive, !configuration.continuesByItself { found.record.state = .suspended }
            downloader.downloads.append(downloader.download(found.record, in: found.name, plan: await disk.plan(found.name)))
        }
        downloader.admit()
        return downloader
    }

    private init(
        _ folder: String, _ disk: DownloadDisk, _ configuration: DownloaderConfiguration, _ networkConditions: NetworkConditions,
        _ transport: any Transport, _ keys: [any KeyProvider]
    ) {
        self.folder = folder
        self.disk = disk
        self.configuration = configuration
        self.networkConditions = networkConditions
        self.transport = transport
        self.keys = keys
    }

    private func download(_ record: DownloadRecord, in name: String, plan: DownloadPlan?) -> Download {
        let transport = CookieTransport(transport)
        let keys = KeyStore(keys + [IdentityKeyProvider(transport), ClearKeyProvider(transport)])
        var policy = DownloadPolicy()
        policy.connections = max(1, configuration.connectionsPerDownload)
        policy.retryDelays = configuration.retryDelays
        policy.preference = record.preference
        policy.capabilities = configuration.capabilities
        policy.acceptsKey = { keys.choose([$0]) != nil }
        let fetch = DownloadFetch(
            address: record.address, name: name, disk: disk, transport: ManifestTransport(transport, address: record.address), keys: keys)
        return Download(record, plan: plan, policy: policy, fetch: fetch, downloader: self)
    }

    // MARK: Downloads

    /// The download with an identifier; nil when there is none.
    public func download(id: String) -> Download? { downloads.first { $0.id == id } }

    /// Downloads a URL. If the identifier is taken, returns the existing download unchanged.
    /// - Parameters:
    ///   - id: the application's identifier; nil uses the URL.
    ///   - url: the URL of an on-demand stream or of a media file.
    ///   - metadata: stored and displayed with the download.
    ///   - preference: which version to download.
    /// - Throws: ``DownloadError`` when its folder can't be created, and after ``close()``.
    @discardableResult public func download(
        id: String? = nil, url: String, metadata: PlayerMetadata = .empty, preference: DownloadPreference = DownloadPreference()
    ) async throws(DownloadError) -> Download {
        let id = id ?? url
        // Concurrent requests for one identifier return the same download.
        while let other = starting[id] { await other.value }
        if let existing = download(id: id) { return existing }
        guard !isClosed else {
            throw DownloadError(.disk, "The downloader of \(folder) is closed; open the folder again to download \(url).", url: folder)
        }
        let (isMade, made) = AsyncStream.makeStream(of: Void.self)
        starting[id] = Task { for await _ in isMade {} }
        defer {
            starting[id] = nil
            made.finish()
        }
        let record = DownloadRecord(
            id: id, address: url, preference: preference, metadata: metadata, state: .preparing, created: Date().timeIntervalSince1970)
        let download = download(record, in: try await disk.create(record), plan: nil)
        downloads.append(download)
        admit()
        return download
    }

    /// Removes a download and its files.
    public func remove(_ download: Download) async {
        guard let index = downloads.firstIndex(where: { $0 === download }) else { return }
        downloads.remove(at: index)
        download.isRemoved = true
        await download.stop()
        await disk.remove(download.fetch.name)
        download.endListening()
        admit()
    }

    /// An item that plays a completed download without a network. For other downloads, the item fails with the reason.
    public func playerItem(for download: Download) -> PlayerItem {
        if download.state == .completed, download.error == nil, let path = path(of: download) {
            return .simple(url: path, metadata: download.metadata)
        }
        let error =
            download.error
            ?? DownloadError(.incomplete, "The download of \(download.address) is not complete yet.", url: download.address)
        return .unavailable(error, metadata: download.metadata)
    }

    /// The path of the file that plays a completed download; nil before.
    public func path(of download: Download) -> String? {
        guard download.state == .completed, let entry = download.record.entry else { return nil }
        return "\(folder)/\(download.fetch.name)/\(entry)"
    }

    /// The bytes that all downloads take.
    public var usedBytes: Int { get async { await disk.used } }

    /// Stops everything and releases the folder. Downloads in progress resume when the folder is opened again.
    public func close() async {
        isClosed = true
        for download in downloads { await download.stop() }
        await disk.shut()
    }

    // MARK: Admission

    func admit() {
        guard !isClosed else { return }
        let admission = DownloadAdmission(limit: configuration.simultaneousDownloads, policy: configuration.network)
        let wanting = downloads.filter(\.state.isActive)
        let waits = admission.waits(wanting.map(\.id), on: networkConditions)
        for download in wanting { download.admit(waits[download.id]) }
    }

    /// Removes the downloads chosen by the application, then lets the waiting one continue.
    /// - Returns: false when the application chooses none.
    func freeSpace(for needy: Download) -> Bool {
        let victims = configuration.eviction(needy, downloads).filter { victim in
            victim !== needy && downloads.contains { $0 === victim }
        }
        guard !victims.isEmpty else { return false }
        Task {
            for victim in victims { await remove(victim) }
            needy.spaceFreed()
            admit()
        }
        return true
    }
}
