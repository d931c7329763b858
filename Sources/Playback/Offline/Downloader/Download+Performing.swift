// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension Download {
    /// Starts or stops loading, as decided by the downloader.
    func admit(_ wait: DownloadWait?) {
        guard state.isActive, !isRemoved, waitsFor != .room else { return }
        waitsFor = wait
        perform(process.handle(wait == nil ? .go : .halt, at: .now))
        changed()
    }

    /// Stops loading without changing the state, such as before the process exits.
    func stop() async {
        perform(process.handle(.halt, at: .now))
        for task in tasks.values { await task.value }
        await fileWork?.value
    }

    func perform(_ actions: [DownloadStateMachine.Action]) {
        for action in actions {
            switch action {
            case .load(let job): load(job)
            case .stop:
                timer?.cancel()
                for job in tasks.keys { runs[job, default: 0] += 1 }
                for task in tasks.values { task.cancel() }
            case .wake(let due):
                timer?.cancel()
                timer = Task { [weak self] in
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
            self.progress = progress
            changed()
        }
    }

    // MARK: Loading

    private func load(_ job: DownloadStateMachine.Job) {
        let before = tasks[job]
        let run = runs[job, default: 0] + 1
        runs[job] = run
        let settled = fileWork
        tasks[job] = Task { [weak self, fetch] in
            await before?.value
            await settled?.value
            guard !Task.isCancelled, let work = self?.work(job) else { return }
            let outcome: DownloadFetch.ResourceOutcome
            switch work {
            case .entry: outcome = .init(event: await fetch.entry())
            case .playlist(let url): outcome = .init(event: await fetch.playlist(url, as: job))
            case .resource(let index, let resource, let known):
                outcome = await fetch.resource(resource, at: index, known: known) { [weak self] bytes in
                    guard let self, runs[job] == run else { return }
                    perform(process.handle(.received(index, bytes: bytes), at: .now))
                }
            }
            guard let self, runs[job] == run, !Task.isCancelled else { return }
            note(outcome, of: work)
            tasks[job] = nil
            perform(process.handle(outcome.event, at: .now))
        }
    }

    private enum Work {
        case entry
        case playlist(String)
        case resource(Int, DownloadedResource, known: ResourceVersion?)
    }

    private func work(_ job: DownloadStateMachine.Job) -> Work? {
        switch job {
        case .entry: return .entry
        case .playlist(let track): return process.draft.map { .playlist($0.tracks[track].url) }
        case .resource(let index):
            guard let resource = plan?.resources[index] else { return nil }
            return .resource(index, resource, known: record.versions[resource.url])
        }
    }

    /// Remembers the version of a URL from which several resources are loaded.
    private func note(_ outcome: DownloadFetch.ResourceOutcome, of work: Work) {
        guard case .resource(_, let resource, _) = work, resource.length != nil else { return }
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
            let before = tasks[job]
            before?.cancel()
            runs[job, default: 0] += 1
            tasks[job] = Task { [fetch] in
                await before?.value
                await fetch.disk.discard(fetch.name, plan.resources[index].file)
            }
        }
    }

    // MARK: Storing

    /// Runs work on the files, one task after the other.
    func enqueueFileWork(_ work: @escaping @Sendable () async -> Void) {
        let before = fileWork
        fileWork = Task {
            await before?.value
            await work()
        }
    }

    private func store(_ plan: DownloadPlan, _ texts: [String: [UInt8]]?) {
        let before = fileWork
        fileWork = Task { [weak self, fetch] in
            await before?.value
            let event: DownloadStateMachine.Event
            do throws(DownloadError) {
                if let texts { try await fetch.disk.store(plan, texts: texts, fetch.name) }
                event = .stored(present: await fetch.disk.present(plan, fetch.name))
            } catch { event = .notStored(error) }
            guard let self, process.plan == plan else { return }
            if case .stored = event {
                self.plan = plan
                if state == .preparing { state = .running }
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
        progress = process.progress
        record.entry = plan?.entry
        let before = fileWork
        fileWork = Task { [weak self, fetch] in
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
            (state, error, waitsFor) = (.completed, failure, nil)
            changed()
            downloader?.admit()
        }
    }

    private func fail(_ error: DownloadError) {
        if .quota ~= error, downloader?.freeSpace(for: self) == true {
            waitsFor = .room
            return changed()
        }
        (state, self.error, waitsFor) = (.failed, error, nil)
        save()
        downloader?.admit()
    }

    /// Resumes after waiting for space.
    func spaceFreed() {
        guard waitsFor == .room else { return }
        waitsFor = nil
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
