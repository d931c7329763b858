// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// Decides what a download does next. Uses no clock, network, disk or thread.
///
/// It opens the URL, loads playlists until the plan is complete, stores the plan, and then loads its resources, several at a time. It
/// starts and stops on command, and failed jobs are retried when it is started again.
struct DownloadStateMachine: Sendable {
    enum Job: Hashable, Sendable {
        /// Determine what the URL is.
        case entry
        /// Load the media playlist of a track.
        case playlist(Int)
        case resource(Int)
    }

    enum Phase: Hashable, Sendable { case preparing, storing, loading, completed }

    enum Event: Sendable {
        /// It may load: the application wants it, the network allows it, and it is its turn.
        case go
        case halt
        /// The text of a playlist, and its URL after redirects.
        case playlist(Job, [UInt8], url: String)
        /// The URL leads to a media file of this length in bytes.
        case media(url: String, length: Int?)
        /// The plan is on disk. Contains the bytes of the complete resources.
        case stored(present: [Int: Int])
        case notStored(DownloadError)
        /// The bytes of a resource that are present.
        case received(Int, bytes: Int)
        case finished(Int, bytes: Int)
        /// The server has a different version at a URL than before.
        case changed(url: String)
        /// - Parameters:
        ///   - retryAfter: seconds that the server asks to wait.
        ///   - isSilent: there was no response at all.
        case failed(Job, DownloadError, canRetry: Bool, retryAfter: Double?, isSilent: Bool = false)
        /// The time requested with ``Action/wake(at:)`` has come.
        case woken
    }

    enum Action: Hashable, Sendable {
        case load(Job)
        /// Stop all loads.
        case stop
        case wake(at: Instant)
        /// Write the plan and its local playlists. Answered by ``Event/stored(present:)`` or ``Event/notStored(_:)``.
        case store(DownloadPlan, texts: [String: [UInt8]])
        /// The plan is already stored: check which resources are present. Answered in the same way.
        case inspect(DownloadPlan)
        /// Stop loading these resources, and discard them.
        case discard([Int])
        case complete
        case fail(DownloadError)
    }

    let address: String
    let policy: DownloadPolicy
    var phase = Phase.preparing
    private(set) var isGoing = false
    var draft: PlanDraft?
    private(set) var plan: DownloadPlan?
    private(set) var tally: ResourceTally?
    var busy: Set<Job> = []
    private var waiting: [Job: Instant] = [:]
    private var attempts: [Job: Int] = [:]
    private var changes: [String: Int] = [:]
    private var isStoring = false

    var progress: DownloadProgress { tally?.progress ?? DownloadProgress() }

    init(_ address: String, policy: DownloadPolicy) {
        self.address = address
        self.policy = policy
    }

    /// Continues with the plan of a former process.
    init(_ address: String, policy: DownloadPolicy, plan: DownloadPlan) {
        self.init(address, policy: policy)
        use(plan)
    }

    mutating func store(_ plan: DownloadPlan, texts: [String: [UInt8]]) -> [Action] {
        use(plan)
        isStoring = true
        return [.store(plan, texts: texts)]
    }

    private mutating func use(_ plan: DownloadPlan) {
        self.plan = plan
        tally = ResourceTally(plan)
        draft = nil
        phase = .storing
    }

    mutating func handle(_ event: Event, at now: Instant) -> [Action] {
        switch event {
        case .go: return go(at: now)
        case .halt: return halt()
        case .woken: return next(at: now)
        case .playlist(let job, let bytes, let url):
            guard busy.remove(job) != nil else { return [] }
            return read(bytes, of: job, url: url, at: now)
        case .media(let url, let length):
            guard busy.remove(.entry) != nil else { return [] }
            let file = "media.\(LocalFileMap.suffix(of: url))"
            let plan = DownloadPlan(
                entry: file, resources: [DownloadedResource(file: file, url: address, announced: length)], playlists: [], duration: 0)
            return store(plan, texts: [:])
        case .stored(let present):
            guard phase == .storing else { return [] }
            isStoring = false
            phase = .loading
            for (index, bytes) in present { tally?.finish(index, bytes: bytes) }
            return next(at: now)
        case .notStored(let error):
            isStoring = false
            phase = .preparing
            return fail(error)
        case .received(let index, let bytes):
            guard busy.contains(.resource(index)) else { return [] }
            tally?.note(index, received: bytes)
            return []
        case .finished(let index, let bytes):
            guard busy.remove(.resource(index)) != nil else { return [] }
            tally?.finish(index, bytes: bytes)
            attempts[.resource(index)] = nil
            return next(at: now)
        case .changed(let url): return change(url, at: now)
        case .failed(let job, let error, let canRetry, let retryAfter, let isSilent):
            guard busy.remove(job) != nil else { return [] }
            let maxAttempts = isSilent && job == .entry ? min(policy.retriesOfSilence, policy.retryDelays.count) : policy.retryDelays.count
            return retry(job, error, canRetry: canRetry, retryAfter: retryAfter, maxAttempts: maxAttempts, at: now)
        }
    }

    // MARK: Going and halting

    private mutating func go(at now: Instant) -> [Action] {
        guard !isGoing, phase != .completed else { return [] }
        isGoing = true
        attempts = [:]
        changes = [:]
        waiting = [:]
        if phase == .storing, let plan {
            if isStoring { return [] }
            isStoring = true
            return [.inspect(plan)]
        }
        return next(at: now)
    }

    private mutating func halt() -> [Action] {
        guard isGoing else { return [] }
        isGoing = false
        busy = []
        waiting = [:]
        return [.stop]
    }

    mutating func fail(_ error: DownloadError) -> [Action] { halt() + [.fail(error)] }

    // MARK: Loading

    mutating func next(at now: Instant) -> [Action] {
        guard isGoing else { return [] }
        waiting = waiting.filter { $0.value > now }
        var actions: [Action] = []
        while busy.count < policy.connections, let job = nextJob() {
            busy.insert(job)
            actions.append(.load(job))
        }
        if phase == .loading, tally?.isComplete == true {
            phase = .completed
            isGoing = false
            return actions + [.complete]
        }
        if let due = waiting.values.min() { actions.append(.wake(at: due)) }
        return actions
    }

    private mutating func nextJob() -> Job? {
        switch phase {
        case .preparing:
            let jobs = draft?.tracks.indices.filter { draft?.tracks[$0].playlist == nil }.map { Job.playlist($0) } ?? [.entry]
            return jobs.first { !busy.contains($0) && waiting[$0] == nil }
        case .loading:
            let (busy, waiting) = (busy, waiting)
            return tally?.next { busy.contains(.resource($0)) || waiting[.resource($0)] != nil }.map { .resource($0) }
        case .storing, .completed: return nil
        }
    }

    private mutating func retry(
        _ job: Job, _ error: DownloadError, canRetry: Bool, retryAfter: Double?, maxAttempts: Int, at now: Instant
    ) -> [Action] {
        let attempt = attempts[job, default: 0]
        // A part may still appear, but a URL with nothing behind it is wrong.
        let isMissing = .notFound ~= error && job != .entry
        let maxAttempts = isMissing ? min(policy.retriesOfMissing, maxAttempts) : maxAttempts
        let delay = retryAfter ?? (attempt < policy.retryDelays.count ? policy.retryDelays[attempt] : 0)
        guard canRetry || isMissing, attempt < maxAttempts, delay <= policy.longestRetryAfter else { return fail(error) }
        attempts[job] = attempt + 1
        waiting[job] = now + max(delay, 0)
        return next(at: now)
    }

    private mutating func change(_ url: String, at now: Instant) -> [Action] {
        guard isGoing, let plan else { return [] }
        let count = changes[url, default: 0] + 1
        changes[url] = count
        guard count <= policy.changes else {
            return fail(
                DownloadError(.changed, "The file on the server keeps changing (\(count) times so far); try again later.", url: url))
        }
        let stale = plan.resources.indices.filter { plan.resources[$0].url == url }
        for index in stale {
            tally?.drop(index)
            busy.remove(.resource(index))
        }
        return [.discard(stale)] + next(at: now)
    }
}
