// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// Decides what a download does next. It has no clock, network, disk or thread.
///
/// The address is opened, playlists are loaded until the plan is whole, the plan is stored, and then its resources are loaded,
/// several at a time. It goes and halts as it is told, and what failed goes on when it is told to go again.
struct DownloadProcess: Sendable {
    enum Job: Hashable, Sendable {
        /// Finding out what the address is.
        case entry
        /// The media playlist of a content type.
        case playlist(Int)
        case resource(Int)
    }

    enum Phase: Hashable, Sendable { case preparing, storing, loading, completed }

    enum Event: Sendable {
        /// It may load: the application wants it, the network allows it and it is its turn.
        case go
        case halt
        /// The text of a playlist, and where it was found after redirects.
        case playlist(Job, [UInt8], url: String)
        /// The address leads to a media file of so many bytes.
        case media(url: String, length: Int?)
        /// The plan is on the disk. Bytes of the resources that are there whole.
        case stored(present: [Int: Int])
        case notStored(DownloadError)
        /// Bytes that are there of a resource.
        case received(Int, bytes: Int)
        case finished(Int, bytes: Int)
        /// The server has something else at an address than before.
        case changed(url: String)
        /// - Parameters:
        ///   - retryAfter: seconds that the server asks to wait.
        ///   - isSilent: nothing answered at all.
        case failed(Job, DownloadError, canRetry: Bool, retryAfter: Double?, isSilent: Bool = false)
        /// The moment has come that ``Action/wake(at:)`` named.
        case woken
    }

    enum Action: Hashable, Sendable {
        case load(Job)
        /// Every load is to be stopped.
        case stop
        case wake(at: Instant)
        /// The plan and its local playlists are to be written. Answered by ``Event/stored(present:)`` or ``Event/notStored(_:)``.
        case store(DownloadPlan, texts: [String: [UInt8]])
        /// The plan is stored: which resources are there? Answered in the same way.
        case inspect(DownloadPlan)
        /// These resources are of no use; loads of them are to be stopped.
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

    /// Goes on with a plan of a former process.
    init(_ address: String, policy: DownloadPolicy, plan: DownloadPlan) {
        self.init(address, policy: policy)
        take(plan)
    }

    mutating func store(_ plan: DownloadPlan, texts: [String: [UInt8]]) -> [Action] {
        take(plan)
        isStoring = true
        return [.store(plan, texts: texts)]
    }

    private mutating func take(_ plan: DownloadPlan) {
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
                entry: file, resources: [StoredResource(file: file, url: address, announced: length)], playlists: [], duration: 0)
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
            let most = isSilent && job == .entry ? min(policy.retriesOfSilence, policy.retryDelays.count) : policy.retryDelays.count
            return retry(job, error, canRetry: canRetry, retryAfter: retryAfter, most: most, at: now)
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
        _ job: Job, _ error: DownloadError, canRetry: Bool, retryAfter: Double?, most: Int, at now: Instant
    ) -> [Action] {
        let attempt = attempts[job, default: 0]
        // A part may be on its way to its place; an address that names nothing is a wrong one.
        let isMissing = .notFound ~= error && job != .entry
        let most = isMissing ? min(policy.retriesOfMissing, most) : most
        let delay = retryAfter ?? (attempt < policy.retryDelays.count ? policy.retryDelays[attempt] : 0)
        guard canRetry || isMissing, attempt < most, delay <= policy.longestRetryAfter else { return fail(error) }
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
                DownloadError(.changed, "The server has something else each time it is asked (\(count) times now); try later.", url: url))
        }
        let stale = plan.resources.indices.filter { plan.resources[$0].url == url }
        for index in stale {
            tally?.drop(index)
            busy.remove(.resource(index))
        }
        return [.discard(stale)] + next(at: now)
    }
}
