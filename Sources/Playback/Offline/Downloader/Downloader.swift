// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
public import Observation
public import WindowboxPlayer
public import WindowboxTransport

/// Keeps streams and files in a folder, so that they play without a network.
///
/// One downloader at a time has a folder. Its downloads outlive the process: those that were under way go on when a downloader
/// is opened on the folder again.
@MainActor @Observable public final class Downloader {
    /// In the order in which they were asked for.
    public private(set) var downloads: [Download] = []
    /// Downloads wait while the policy does not allow them to load.
    public var networkConditions: NetworkConditions { didSet { if networkConditions != oldValue { admit() } } }
    public let configuration: DownloaderConfiguration
    /// Absolute.
    public let folder: String

    @ObservationIgnored private let disk: DownloadDisk
    @ObservationIgnored private let transport: any Transport
    @ObservationIgnored private let keys: [any KeyProvider]
    @ObservationIgnored private var isClosed = false
    @ObservationIgnored private var starting: [String: Task<Void, Never>] = [:]

    /// Opens a folder, making it where there is none, and goes on with what is there.
    /// - Parameters:
    ///   - folder: where downloads lie, each in a folder of its own; other files in it are left alone.
    ///   - configuration: bounds and policies.
    ///   - networkConditions: what is known at first; see ``networkConditions``.
    ///   - transport: brings the bytes.
    ///   - keys: for keys that do not lie at their addresses. Give only providers whose keys may be kept on the disk.
    /// - Throws: ``DownloadError``, as when another process has the folder.
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

    /// The download of that name, or nil.
    public func download(id: String) -> Download? { downloads.first { $0.id == id } }

    /// Keeps what is at an address. Under a name that is taken, the download that has it is the answer, as it is.
    /// - Parameters:
    ///   - id: what the application calls it by; nil is the address.
    ///   - url: of an on-demand stream or of a media file.
    ///   - metadata: shown with it; kept with it.
    ///   - preference: which version is kept.
    /// - Throws: ``DownloadError`` when its folder can't be made.
    @discardableResult public func download(
        id: String? = nil, url: String, metadata: PlayerMetadata = .empty, preference: DownloadPreference = DownloadPreference()
    ) async throws(DownloadError) -> Download {
        let id = id ?? url
        // Two questions for one name at the same time have one answer.
        while let other = starting[id] { await other.value }
        if let existing = download(id: id) { return existing }
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

    /// An item that plays a completed download without a network. For any other it is one that says why it can't be played.
    public func playerItem(for download: Download) -> PlayerItem {
        if download.state == .completed, download.error == nil, let path = path(of: download) {
            return .simple(url: path, metadata: download.metadata)
        }
        let error =
            download.error
            ?? DownloadError(.incomplete, "The download of \(download.address) is not completed yet.", url: download.address)
        return .unavailable(error, metadata: download.metadata)
    }

    /// The file that plays a completed download; nil before.
    public func path(of download: Download) -> String? {
        guard download.state == .completed, let entry = download.record.entry else { return nil }
        return "\(folder)/\(download.fetch.name)/\(entry)"
    }

    /// Bytes that all downloads take.
    public var usedBytes: Int { get async { await disk.used } }

    /// Stops everything and lets go of the folder. What was under way goes on when the folder is opened again.
    public func close() async {
        isClosed = true
        for download in downloads { await download.stop() }
        await disk.shut()
    }

    // MARK: Whose turn it is

    func admit() {
        guard !isClosed else { return }
        let admission = DownloadAdmission(limit: configuration.simultaneousDownloads, policy: configuration.network)
        let wanting = downloads.filter(\.state.isActive)
        let waits = admission.waits(wanting.map(\.id), on: networkConditions)
        for download in wanting { download.admit(waits[download.id]) }
    }

    /// Removes what the application names, and then lets the needy one go on.
    /// - Returns: false where it names nothing.
    func makeRoom(for needy: Download) -> Bool {
        let victims = configuration.eviction(needy, downloads).filter { victim in
            victim !== needy && downloads.contains { $0 === victim }
        }
        guard !victims.isEmpty else { return false }
        Task {
            for victim in victims { await remove(victim) }
            needy.roomIsMade()
            admit()
        }
        return true
    }
}
