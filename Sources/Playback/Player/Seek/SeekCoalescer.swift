// SPDX-License-Identifier: Apache-2.0

/// Combines many seek requests into few seeks. Every request gets one result, in the order of the requests.
struct SeekCoalescer {
    enum Action: Equatable {
        /// A request was accepted: playback is going to this time.
        case willSeek(Double)
        /// Ask the engine to seek. Its answer is passed to ``landed(_:at:)`` with the same number.
        case issue(SeekPosition, number: Int)
        /// The latest target was reached or given up; no seek is in progress any more.
        case didSeek
        case resolve(request: Int, SeekResult)
    }

    private struct Request {
        var id: Int
        var position: SeekPosition
        var attempts = 0
    }

    /// The number of requests to the engine for the same target before the seek counts as impossible.
    static let attempts = 3

    private var latest: Request?
    private var inFlight: (number: Int, request: Int)?
    private var lastNumber = 0

    /// The target of the seek in progress, in seconds; nil if there is none.
    var target: Double? { latest?.position.time }

    /// - Parameter id: greater than all previous ones.
    mutating func request(_ id: Int, _ position: SeekPosition, _ policy: SeekPolicy) -> [Action] {
        var actions = [Action.willSeek(position.time)]
        if let latest { actions.append(.resolve(request: latest.id, .superseded)) }
        latest = Request(id: id, position: position)
        if inFlight == nil || policy == .immediate { actions.append(issue()) }
        return actions
    }

    /// Handles the engine's answer.
    /// - Parameter time: the time that is shown; nil if the engine did not finish the seek.
    mutating func landed(_ number: Int, at time: Double?) -> [Action] {
        guard let flight = inFlight, flight.number == number, let latest else { return [] }
        inFlight = nil
        guard latest.id == flight.request else { return [issue()] }
        if time == nil, latest.attempts < Self.attempts { return [issue()] }
        return end(with: time == nil ? .refused : .finished)
    }

    /// Ends the seek: the item was removed or can't be played any more.
    mutating func cancel(_ result: SeekResult = .superseded) -> [Action] { end(with: result) }

    private mutating func issue() -> Action {
        lastNumber += 1
        latest!.attempts += 1
        inFlight = (lastNumber, latest!.id)
        return .issue(latest!.position, number: lastNumber)
    }

    private mutating func end(with result: SeekResult) -> [Action] {
        guard let request = latest else { return [] }
        latest = nil
        inFlight = nil
        return [.didSeek, .resolve(request: request.id, result)]
    }
}
