// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Everything a session outputs: the actions of the current event in order, the journal, the requests in flight and CMCD reports.
struct SessionOutput: Sendable {
    /// The time of the event being handled.
    private(set) var now = Instant.zero
    private(set) var actions: [StreamingAction] = []
    private(set) var journal: Journal
    private(set) var requests = RequestTable()
    private(set) var telemetry: Telemetry
    /// The last wake-up requested from the caller.
    private var wakeAt: Instant?

    init(_ configuration: StreamingConfiguration) {
        journal = Journal(capacity: configuration.journalCapacity)
        telemetry = Telemetry(configuration)
    }

    /// Begins an event: the actions of the previous one are forgotten.
    mutating func begin(at now: Instant) {
        self.now = now
        actions.removeAll(keepingCapacity: true)
    }

    mutating func append(_ action: StreamingAction) { actions.append(action) }
    mutating func note(_ kind: Journal.Kind, _ text: String) { journal.record(kind, at: now, text) }
    mutating func drainJournal() -> [Journal.Entry] { journal.drain() }

    // MARK: Requests

    /// Issues a load.
    /// - Parameter data: CMCD data of the request; nil if CMCD is off.
    mutating func load(
        _ content: StreamLoad.Content, for purpose: RequestTable.Purpose, limits: StreamLoad.TimeLimits, data: ClientData?
    ) -> LoadID {
        let id = requests.open(purpose)
        if let data { telemetry.noteRequest(id, content, data, at: now) }
        actions.append(.load(StreamLoad(id: id, content: content, limits: limits, commonMediaClientData: data?.sorted ?? [])))
        return id
    }

    mutating func cancel(_ id: LoadID) {
        telemetry.forget(id)
        if requests.close(id) != nil { actions.append(.cancel(id)) }
    }

    mutating func cancelAll() { for id in requests.closeAll() { actions.append(.cancel(id)) } }

    /// Stores the head of a response; nil if the request was cancelled.
    mutating func responded(_ id: LoadID, _ head: ResponseHead) -> RequestTable.Purpose? {
        guard let purpose = requests[id] else { return nil }
        requests.responded(id, head)
        telemetry.noteResponse(id, head, at: now)
        return purpose
    }

    /// Ends a request; nil if it was cancelled.
    mutating func close(_ id: LoadID) -> (purpose: RequestTable.Purpose, head: ResponseHead?)? { requests.close(id) }

    // MARK: Wake-ups

    /// Requests a wake-up unless the same one was requested last.
    mutating func wake(at moment: Instant) {
        guard moment != wakeAt else { return }
        wakeAt = moment
        actions.append(.wake(at: moment))
    }

    mutating func woke() { wakeAt = nil }

    // MARK: Reports

    mutating func started() { telemetry.began(at: now) }
    mutating func didSeek() { telemetry.didSeek() }
    mutating func played(_ status: PlaybackStatus) { telemetry.played(status, &actions) }
    mutating func report(state: String, _ status: PlaybackStatus) { telemetry.report(state: state, status, &actions) }
    mutating func report(_ event: String, data: ClientData? = nil, _ status: PlaybackStatus) {
        telemetry.report(event, data, status, &actions)
    }
    mutating func recordResponse(_ id: LoadID, _ failure: LoadFailure?, _ status: PlaybackStatus) {
        telemetry.recordResponse(id, failure, status, &actions)
    }
    mutating func pumpReports(_ status: PlaybackStatus) { telemetry.pump(status, &actions) }
    mutating func flushReports() { telemetry.flush(&actions) }
}
