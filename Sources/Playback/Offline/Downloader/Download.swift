// SPDX-License-Identifier: Apache-2.0

public import Observation
import WindowboxMedia
public import WindowboxPlayer
import WindowboxTransport

/// Media that is stored for playing without a network. Made by a ``Downloader``.
@MainActor @Observable public final class Download: Identifiable {
    /// The application's identifier.
    public nonisolated let id: String
    /// The URL of what is downloaded, as given when the download was created.
    public nonisolated let address: String
    /// The variant and tracks to download, as given when the download was created.
    public nonisolated let preference: DownloadPreference
    /// The metadata given when the download was created. A restart keeps it.
    public nonisolated let metadata: PlayerMetadata

    /// A consistent snapshot of state, progress, error and the condition that it waits for.
    public internal(set) var status: DownloadStatus
    /// Whether it loads, is suspended, complete or failed.
    public var state: DownloadState { status.state }
    /// How much of it has been loaded.
    public var progress: DownloadProgress { status.progress }
    /// Why it failed, or which files of a completed download are missing; nil if there is no error.
    public var error: DownloadError? { status.error }
    /// What an active download is waiting for; nil while it loads.
    public var waitsFor: DownloadWait? { status.waitsFor }

    @ObservationIgnored weak var downloader: Downloader?
    @ObservationIgnored let fetch: DownloadFetch
    @ObservationIgnored let policy: DownloadPolicy
    @ObservationIgnored var process: DownloadStateMachine
    @ObservationIgnored var record: DownloadRecord
    @ObservationIgnored var plan: DownloadPlan?
    @ObservationIgnored var work = Work()
    @ObservationIgnored var isRemoved = false
    @ObservationIgnored private let listeners = Broadcast<DownloadStatus>()

    /// What runs at the moment.
    struct Work {
        var jobs: [DownloadStateMachine.Job: Task<Void, Never>] = [:]
        /// The latest run of each job, to ignore reports of its former tasks.
        var runs: [DownloadStateMachine.Job: Int] = [:]
        var timer: Task<Void, Never>?
        /// The latest task that works on files; the next one waits for it.
        var files: Task<Void, Never>?
    }

    init(_ record: DownloadRecord, plan: DownloadPlan?, policy: DownloadPolicy, fetch: DownloadFetch, downloader: Downloader) {
        id = record.id
        address = record.address
        preference = record.preference
        metadata = record.metadata
        status = DownloadStatus(state: record.state, progress: record.progress, error: record.error)
        self.record = record
        self.plan = plan
        self.policy = policy
        self.fetch = fetch
        self.downloader = downloader
        process =
            plan.map { DownloadStateMachine(record.address, policy: policy, plan: $0) } ?? .init(record.address, policy: policy)
    }

    isolated deinit {
        for task in work.jobs.values { task.cancel() }
        work.timer?.cancel()
    }

    // MARK: Observing

    /// The current status and every change. A slow reader gets only the newest one. Ends when the download is removed.
    public var statuses: AsyncStream<DownloadStatus> { listeners.listen(buffering: .bufferingNewest(1), first: status) }

    /// Waits until it is completed, failed, suspended or removed.
    @discardableResult public func settled() async -> DownloadStatus {
        for await status in statuses where !status.state.isActive { return status }
        return status
    }

    func changed() { listeners.send(status) }
    func endListening() { listeners.finish() }

    // MARK: Commands

    /// Stops loading. What was loaded is kept.
    public func suspend() {
        guard state.isActive, !isRemoved else { return }
        (status.state, status.waitsFor) = (.suspended, nil)
        perform(process.handle(.halt, at: .now))
        save()
        downloader?.admit()
    }

    /// Resumes after a suspension or a failure. Missing files of a completed download are loaded again.
    public func resume() {
        guard !isRemoved, state == .suspended || state == .failed || (state == .completed && error != nil) else { return }
        if state == .completed, let plan { process = DownloadStateMachine(address, policy: policy, plan: plan) }
        (status.state, status.error) = (plan == nil ? .preparing : .running, nil)
        save()
        downloader?.admit()
    }

    /// Starts over: all files are removed, and the metadata is kept.
    public func restart() {
        guard !isRemoved else { return }
        perform(process.handle(.halt, at: .now))
        process = DownloadStateMachine(address, policy: policy)
        plan = nil
        record.versions = [:]
        record.entry = nil
        record.size = nil
        status = DownloadStatus(state: .preparing)
        let previous = Array(work.jobs.values)
        enqueueFileWork { [fetch] in
            for task in previous { await task.value }
            await fetch.disk.empty(fetch.name)
        }
        save()
        downloader?.admit()
    }

    /// Removes the download and its files.
    public func remove() async { await downloader?.remove(self) }
}
