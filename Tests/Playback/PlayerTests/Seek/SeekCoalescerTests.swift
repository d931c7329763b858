// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxPlayer

@Suite("PB-27: Seek coalescing with one result per request")
struct SeekCoalescerTests {
    /// Makes the requests in turn, and then finishes each seek as the engine would.
    private func run(_ manners: [SeekPolicy]) -> (orders: [Double], results: [SeekResult], resolved: [Int], announced: [Double]) {
        var seeks = SeekCoalescer()
        var actions: [SeekCoalescer.Action] = []
        for (index, manner) in manners.enumerated() { actions += seeks.request(index, .at(Double(index)), manner) }
        var orders: [Double] = []
        var results: [(Int, SeekResult)] = []
        var announced: [Double] = []
        while !actions.isEmpty {
            switch actions.removeFirst() {
            case .willSeek(let time): announced.append(time)
            case .issue(let position, let number):
                orders.append(position.time)
                actions += seeks.landed(number, at: position.time)
            case .didSeek: break
            case .resolve(let request, let result): results.append((request, result))
            }
        }
        #expect(seeks.target == nil)
        return (orders, results.map(\.1), results.map(\.0), announced)
    }

    @Test("Five smooth seeks issue exactly two, the first and the last")
    func smooth() {
        let (orders, results, resolved, announced) = run(Array(repeating: .smooth, count: 5))
        #expect(orders == [0, 4])
        #expect(results == [.superseded, .superseded, .superseded, .superseded, .finished])
        #expect(resolved == [0, 1, 2, 3, 4])
        #expect(announced == [0, 1, 2, 3, 4])
    }

    @Test("Five immediate seeks issue five")
    func immediate() {
        let (orders, results, resolved, _) = run(Array(repeating: .immediate, count: 5))
        #expect(orders == [0, 1, 2, 3, 4])
        #expect(results.last == .finished)
        #expect(resolved == [0, 1, 2, 3, 4])
    }

    @Test("Decision 2: superseded seeks say so, whatever the policy of the last one", arguments: [SeekPolicy.smooth, .immediate])
    func mixed(last: SeekPolicy) {
        let (_, results, resolved, _) = run([.immediate, .immediate, last])
        #expect(results == [.superseded, .superseded, .finished])
        #expect(resolved == [0, 1, 2])
    }

    @Test("The latest request is resolved after the end of seeking is reported")
    func order() {
        var seeks = SeekCoalescer()
        #expect(seeks.request(1, .at(5), .smooth) == [.willSeek(5), .issue(.at(5), number: 1)])
        #expect(seeks.target == 5)
        #expect(seeks.landed(1, at: 5) == [.didSeek, .resolve(request: 1, .finished)])
    }

    @Test("A replaced seek can land late without effect")
    func late() {
        var seeks = SeekCoalescer()
        _ = seeks.request(1, .at(5), .immediate)
        _ = seeks.request(2, .at(6), .immediate)
        #expect(seeks.landed(1, at: nil) == [])
        #expect(seeks.target == 6)
        #expect(seeks.landed(2, at: 6) == [.didSeek, .resolve(request: 2, .finished)])
    }

    @Test("A last target that the engine did not reach is retried a limited number of times")
    func retried() {
        var seeks = SeekCoalescer()
        _ = seeks.request(1, .at(5), .smooth)
        #expect(seeks.landed(1, at: nil) == [.issue(.at(5), number: 2)])
        #expect(seeks.landed(2, at: nil) == [.issue(.at(5), number: 3)])
        #expect(seeks.landed(3, at: nil) == [.didSeek, .resolve(request: 1, .refused)])
        #expect(seeks.landed(3, at: 5) == [])
    }

    @Test("Seeks are resolved when the item changes")
    func cancelled() {
        var seeks = SeekCoalescer()
        _ = seeks.request(1, .at(5), .smooth)
        _ = seeks.request(2, .at(6), .smooth)
        #expect(seeks.cancel() == [.didSeek, .resolve(request: 2, .superseded)])
        #expect(seeks.cancel() == [])
        #expect(seeks.landed(1, at: 5) == [])
        #expect(seeks.request(3, .at(7), .smooth).contains(.issue(.at(7), number: 2)))
    }
}
