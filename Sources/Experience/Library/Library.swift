// SPDX-License-Identifier: Apache-2.0

public import Foundation
import GRDB
public import Observation
public import WindowboxPlayer

/// The user's history, positions and settings; stored in a file, or in memory if that fails.
///
/// Reads come from memory. Writes happen in the background: a slow disk blocks nothing, and failed writes are retried with the next
/// one. Several processes may use the same file; each writes only its own changes.
@MainActor @Observable public final class Library: MediaPreferencesStore {
    /// Newest first.
    public private(set) var items: [RecentItem] = []
    public var settings: ViewerSettings {
        didSet { if settings != oldValue { write(.settings(settings)) } }
    }
    /// Why not everything could be stored, to be reported once; nil if there is no problem.
    public private(set) var problem: LibraryError?
    /// Decides which positions to store.
    @ObservationIgnored public var resumeRule = ResumeRule()

    @ObservationIgnored let file: LibraryFile?
    @ObservationIgnored private var thumbnails: [String: [UInt8]] = [:]
    @ObservationIgnored private var backlog = Backlog()
    @ObservationIgnored private var writing: Task<Void, Never>?

    /// A library in memory only.
    public init() {
        file = nil
        settings = ViewerSettings()
    }

    /// Never fails: ``problem`` is set if the file could not be used.
    public convenience init(at url: URL) { self.init(at: url) { _ in } }

    init(at url: URL, now: Date = Date(), prepare: @escaping @Sendable (Database) throws -> Void) {
        func open() throws -> (LibraryFile, LibraryFile.Content) {
            let file = try LibraryFile(at: url, prepare: prepare)
            return (file, try file.content())
        }
        var problem: LibraryError?
        var opened: (file: LibraryFile, content: LibraryFile.Content)?
        do { opened = try open() } catch {
            problem = LibraryError(error, at: url)
            if LibraryError.isDamage(error) {
                do {
                    let aside = try LibraryFile.setAside(url, at: now)
                    opened = try open()
                    problem = .damaged(url, aside: aside)
                } catch { problem = LibraryError(error, at: url) }
            }
        }
        file = opened?.file
        settings = opened?.content.settings ?? ViewerSettings()
        items = opened?.content.items ?? []
        self.problem = problem
    }

    /// `windowbox/library.sqlite` in the user's data folder, according to the XDG base directory specification.
    public static func standardLocation(
        environment: [String: String] = ProcessInfo.processInfo.environment, home: String = NSHomeDirectory()
    ) -> URL {
        let named = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let data = named.map { URL(filePath: $0, directoryHint: .isDirectory) } ?? URL(filePath: home).appending(path: ".local/share")
        return data.appending(path: "windowbox/library.sqlite")
    }

    // MARK: MediaPreferencesStore

    public var preferences: MediaPreferences {
        get { settings.media }
        set { settings.media = newValue }
    }

    // MARK: Items

    /// Records that an item is being played and moves it to the front.
    /// - Parameter address: absolute URL.
    public func open(_ address: String, title: String = "", at date: Date = Date()) {
        var item = items.first { $0.address == address } ?? RecentItem(address: address, opened: date)
        item.opened = date
        if !title.isEmpty { item.title = title }
        keep(item)
    }

    /// Stores the position where an item is left, in seconds from its start; ignored for items that were never opened.
    public func leave(_ address: String, at position: Double, of duration: Double?) {
        guard var item = items.first(where: { $0.address == address }) else { return }
        item.position = resumeRule.resumePosition(leftAt: position, of: duration)
        item.duration = duration ?? item.duration
        guard let index = items.firstIndex(where: { $0.address == address }), items[index] != item else { return }
        items[index] = item
        write(.item(item))
    }

    /// Where to resume, in seconds from the start; nil for the start, or if the user has turned off resuming.
    public func resumePosition(of address: String) -> Double? {
        settings.resumes ? items.first { $0.address == address }?.position : nil
    }

    public func forget(_ address: String) {
        items.removeAll { $0.address == address }
        thumbnails[address] = nil
        write(.forget(address: address))
    }

    public func forgetAll() {
        items = []
        thumbnails = [:]
        write(.forgetAll)
    }

    private func keep(_ item: RecentItem) {
        items.removeAll { $0.address == item.address }
        items.insert(item, at: 0)
        if items.count > LibraryFile.capacity { items.removeLast(items.count - LibraryFile.capacity) }
        write(.item(item))
    }

    // MARK: Thumbnails

    /// A thumbnail of the position where an item was left, as PNG data.
    public func picture(of address: String) async -> [UInt8]? {
        if let picture = thumbnails[address] { return picture }
        return try? await file?.picture(of: address)
    }

    public func setPicture(_ bytes: [UInt8], of address: String) {
        guard items.contains(where: { $0.address == address }) else { return }
        if file == nil { thumbnails[address] = bytes }
        write(.picture(bytes, address: address))
    }

    // MARK: Writing

    private func write(_ change: LibraryChange) {
        guard file != nil else { return }
        backlog.add(change)
        writing = writing ?? Task { await flush() }
    }

    private func flush() async {
        guard let file else { return }
        while !backlog.isEmpty {
            let changes = backlog.takeAll()
            do { try await file.write(changes) } catch {
                backlog.putBack(changes)
                report(error, at: file.url)
                break
            }
        }
        writing = nil
    }

    private func report(_ error: any Error, at url: URL) {
        if problem == nil { problem = LibraryError(error, at: url) }
    }

    /// Waits until all pending changes have been written or have failed.
    public func settle() async {
        while let writing { await writing.value }
    }

    /// Writes pending changes before it returns; for use at exit.
    public func close() {
        guard let file else { return }
        let changes = backlog.takeAll()
        // Changes taken earlier may no longer be in the backlog and not yet in the file.
        guard !changes.isEmpty else { return file.waitForWriting() }
        do { try file.writeNow(changes) } catch {
            backlog.putBack(changes)
            report(error, at: file.url)
        }
    }
}
