// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension Download {
    /// Starts or stops loading, as decided by the downloader.
    func admit(_ wait: DownloadWait?) {
        guard state.isActive, !isRemoved, waitsFor != .space else { return }
        status.waitsFor = wait
        perform(process.handle(wait == nil ? .go : .halt, at: .now))
        changed()
    }

    /// Stops loading without changing the state, such as before the process exits.
    func stop() async {
        perform(process.handle(.halt, at: .now))
        for task in work.jobs.values { await task.value }
        await work.files?.value
    }

    func perform(_ actions: [DownloadStateMachine.Action]) {
        for action in actions {
            switch action {
            case .load(let job): load(job)
            case .stop:
                work.timer?.cancel()
                for job in work.jobs.keys { work.runs[job, default: 0] += 1 }
                for task in work.jobs.values { task.cancel() }
            case .wake(let due):
                work.timer?.cancel()
                work.timer = Task { [weak self] in
                    try? await Task.sleep(for: .seconds(max(0, due - .now)))
                    if !Task.isCancelled, let self { self.perform(self.process.handle(.woken, at: .now)) }
                }
            case .store(let plan, let texts): store(plan, texts)
            case .inspect(let plan): store(plan, nil)
            case .discard(let indices): discard(indices)
            case .complete: complete()
            case .fail(let error): fail(error)
            }
        }
        let progress = process.progress
        if progress != self.progress, state.isActive, process.phase != .storing {
            status.progress = progress
            changed()
        }
    }

    // MARK: Loading

    private func load(_ job: DownloadStateMachine.Job) {
        let before = work.jobs[job]
        let run = work.runs[job, default: 0] + 1
        work.runs[job] = run
        let settled = work.files
        work.jobs[job] = Task { [weak self, fetch] in
            await before?.value
            await settled?.value
            guard !Task.isCancelled, let target = self?.target(of: job) else { return }
            let outcome: DownloadFetch.ResourceOutcome
            switch target {
            case .entry: outcome = .init(event: await fetch.entry())
            case .playlist(let url): outcome = .init(event: await fetch.playlist(url, as: job))
            case .resource(let index, let resource, let known):
                outcome = await fetch.resource(resource, at: index, known: known) { [weak self] bytes in
                    guard let self, work.runs[job] == run else { return }
                    perform(process.handle(.received(index, bytes: bytes), at: .now))
                }
            }
            guard let self, work.runs[job] == run, !Task.isCancelled else { return }
            note(outcome, of: target)
            work.jobs[job] = nil
            perform(process.handle(outcome.event, at: .now))
        }
    }

    /// What a job loads.
    private enum Target {
        case entry
        case playlist(String)
        case resource(Int, DownloadedResource, known: ResourceVersion?)
    }

    private func target(of job: DownloadStateMachine.Job) -> Target? {
        switch job {
        case .entry: return .entry
        case .playlist(let track): return process.draft.map { .playlist($0.tracks[track].url) }
        case .resource(let index):
            guard let resource = plan?.resources[index] else { return nil }
            return .resource(index, resource, known: record.versions[resource.url])
        }
    }

    /// Remembers the version of a URL from which several resources are loaded.
    private func note(_ outcome: DownloadFetch.ResourceOutcome, of target: Target) {
        guard case .resource(_, let resource, _) = target, resource.length != nil else { return }
        if case .changed = outcome.event {
            record.versions[resource.url] = outcome.version
        } else if record.versions[resource.url] != nil || outcome.version == nil {
            return
        } else {
            record.versions[resource.url] = outcome.version
        }
        save()
    }

    private func discard(_ indices: [Int]) {
        guard let plan else { return }
        for index in indices {
            let job = DownloadStateMachine.Job.resource(index)
            let before = work.jobs[job]
            before?.cancel()
            work.runs[job, default: 0] += 1
            work.jobs[job] = Task { [fetch] in
                await before?.value
                await fetch.disk.discard(fetch.name, plan.resources[index].file)
            }
        }
    }

    // MARK: Storing

    /// Runs work on the files, one task after the other.
    func enqueueFileWork(_ task: @escaping @Sendable () async -> Void) {
        let before = work.files
        work.files = Task {
            await before?.value
            await task()
        }
    }

    private func store(_ plan: DownloadPlan, _ texts: [String: [UInt8]]?) {
        let before = work.files
        work.files = Task { [weak self, fetch] in
            await before?.value
            let event: DownloadStateMachine.Event
            do throws(DownloadError) {
                if let texts { try await fetch.disk.store(plan, texts: texts, fetch.name) }
                event = .stored(present: await fetch.disk.present(plan, fetch.name))
            } catch { event = .notStored(error) }
            guard let self, process.plan == plan else { return }
            if case .stored = event {
                self.plan = plan
                if state == .preparing { status.state = .running }
                save()
            }
            perform(process.handle(event, at: .now))
        }
    }

    func save() {
        record.state = state
        record.progress = progress
        record.error = error
        changed()
        guard !isRemoved else { return }
        let record = record
        enqueueFileWork { [fetch] in try? await fetch.disk.save(record, fetch.name) }
    }

    // MARK: Ends

    private func complete() {
        status.progress = process.progress
        record.entry = plan?.entry
        let before = work.files
        work.files = Task { [weak self, fetch] in
            await before?.value
            let size = await fetch.disk.mediaSize(fetch.name)
            guard let self, !isRemoved, process.phase == .completed else { return }
            record.size = size
            record.state = .completed
            record.progress = progress
            record.error = nil
            let failure: DownloadError?
            do throws(DownloadError) {
                try await fetch.disk.save(record, fetch.name)
                failure = nil
            } catch { failure = error }
            // A completion that can't be saved is detected by the next process, which finds all resources complete.
            guard state.isActive else { return }
            (status.state, status.error, status.waitsFor) = (.completed, failure, nil)
            changed()
            downloader?.admit()
        }
    }

    private func fail(_ error: DownloadError) {
        if .quota ~= error, downloader?.freeSpace(for: self) == true {
            status.waitsFor = .space
            return changed()
        }
        (status.state, status.error, status.waitsFor) = (.failed, error, nil)
        save()
        downloader?.admit()
    }

    /// Resumes after waiting for space.
    func spaceFreed() {
        guard waitsFor == .space else { return }
        status.waitsFor = nil
        changed()
    }
}

extension Instant {
    private static let origin = ContinuousClock.now

    /// The current time, counted from the first use.
    static var now: Instant {
        let (seconds, attoseconds) = origin.duration(to: .now).components
        return Instant(nanoseconds: seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
