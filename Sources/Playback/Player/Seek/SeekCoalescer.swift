// SPDX-License-Identifier: Apache-2.0

/// Many requests to seek in, few seeks out, one result for every request, in the order of the requests.
struct SeekCoalescer {
    enum Action: Equatable {
        /// A request was taken: this is where playing is going to.
        case willSeek(Double)
        /// Ask the engine; it answers with ``landed(_:at:)`` under the same number.
        case issue(SeekPosition, number: Int)
        /// The latest target is reached or given up; nothing is under way any more.
        case didSeek
        case resolve(request: Int, SeekResult)
    }

    private struct Request {
        var id: Int
        var position: SeekPosition
        var attempts = 0
    }

    /// How often the engine is asked for the same target before it counts as one that nothing can be shown at.
    static let attempts = 3

    private var latest: Request?
    private var inFlight: (number: Int, request: Int)?
    private var lastNumber = 0

    /// Where playing is going to, in seconds; nil while no seek is under way.
    var target: Double? { latest?.position.time }

    /// - Parameter id: greater than all before.
    mutating func request(_ id: Int, _ position: SeekPosition, _ manner: SeekPolicy) -> [Action] {
        var actions = [Action.willSeek(position.time)]
        if let latest { actions.append(.resolve(request: latest.id, .superseded)) }
        latest = Request(id: id, position: position)
        if inFlight == nil || manner == .immediate { actions.append(issue()) }
        return actions
    }

    /// The engine's answer.
    /// - Parameter time: of what is shown; nil when the engine did not finish the seek.
    mutating func landed(_ number: Int, at time: Double?) -> [Action] {
        guard let flight = inFlight, flight.number == number, let latest else { return [] }
        inFlight = nil
        guard latest.id == flight.request else { return [issue()] }
        if time == nil, latest.attempts < Self.attempts { return [issue()] }
        return end(with: time == nil ? .refused : .finished)
    }

    /// The item is gone or can't be played any more.
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
