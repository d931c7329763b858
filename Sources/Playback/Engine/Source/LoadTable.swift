// SPDX-License-Identifier: Apache-2.0

import WindowboxStreaming

/// The loads of a source that are in progress.
struct LoadTable {
    private var transfers: [LoadID: Task<Void, Never>] = [:]
    private var jobs: [LoadID: SegmentJob] = [:]
    /// Why transfers failed whose bytes are still being demuxed.
    private var broken: [LoadID: LoadFailure] = [:]

    /// Whether a load is in progress: it has not ended and was not cancelled.
    func contains(_ id: LoadID) -> Bool { transfers[id] != nil }
    func job(_ id: LoadID) -> SegmentJob? { jobs[id] }

    mutating func add(_ id: LoadID, _ transfer: Task<Void, Never>) { transfers[id] = transfer }
    mutating func add(_ job: SegmentJob) { jobs[job.id] = job }

    /// - Returns: false when the load had ended before.
    mutating func finish(_ id: LoadID) -> Bool {
        broken[id] = nil
        return transfers.removeValue(forKey: id) != nil
    }

    /// - Returns: the job of a completely demuxed load; nil when the load had ended before.
    mutating func finishJob(_ id: LoadID) -> SegmentJob? {
        finish(id) ? jobs.removeValue(forKey: id) : nil
    }

    /// Ends the transfer of a load that has served its purpose.
    /// - Returns: false when the load had ended before.
    mutating func stop(_ id: LoadID) -> Bool {
        transfers[id]?.cancel()
        return finish(id)
    }

    /// Ends the transfer of a load that will be reported as failed.
    func abandon(_ id: LoadID) { transfers[id]?.cancel() }

    mutating func breakOff(_ id: LoadID, _ failure: LoadFailure) { if contains(id) { broken[id] = failure } }
    mutating func takeBreak(_ id: LoadID) -> LoadFailure? { broken.removeValue(forKey: id) }

    mutating func cancel(_ id: LoadID) {
        transfers.removeValue(forKey: id)?.cancel()
        broken[id] = nil
        cancelJob(id)
    }

    mutating func cancelJob(_ id: LoadID) { jobs.removeValue(forKey: id)?.cancel() }

    func stopAll() {
        for transfer in transfers.values { transfer.cancel() }
        for job in jobs.values { job.cancel() }
    }
}
