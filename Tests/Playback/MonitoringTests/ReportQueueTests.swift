// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxMonitoring

@Suite("Report queue")
struct ReportQueueTests {
    private func entry(_ number: Int, repeated: Bool = false) -> MonitoringReportQueue.Event {
        .report(MonitoringReportQueue.Entry(bytes: [UInt8(number)], isRepeated: repeated))
    }

    @Test("1.18: Reports are sent one at a time, in order")
    func order() {
        var queue = MonitoringReportQueue()
        func take(_ event: MonitoringReportQueue.Event) -> [MonitoringReportQueue.Action] { queue.handle(event, at: .zero) }
        #expect(take(entry(1)) == [.post([1])])
        #expect(take(entry(2)) == [])
        #expect(take(entry(3)) == [])
        #expect(take(.sent) == [.post([2])])
        #expect(take(.sent) == [.post([3])])
        #expect(take(.sent) == [])
        #expect(queue.isEmpty)
        #expect(queue.lost == 0)
    }

    @Test("1.18: Failed reports are retried with increasing delays, then given up; refused ones are given up at once")
    func failing() {
        var queue = MonitoringReportQueue(firstDelay: 2)
        func take(_ event: MonitoringReportQueue.Event) -> [MonitoringReportQueue.Action] { queue.handle(event, at: .zero) }
        _ = take(entry(1))
        _ = take(entry(2))
        for wait in [2.0, 4, 8] {
            #expect(take(.failed(canRetry: true)) == [.wake(at: .zero + wait)])
            #expect(take(.woke) == [.post([1])])
        }
        #expect(take(.failed(canRetry: true)) == [.post([2])])
        #expect(queue.lost == 1)
        #expect(take(.failed(canRetry: false)) == [])
        #expect(queue.lost == 2)
        #expect(queue.isEmpty)
        #expect(take(.woke) == [])
    }

    @Test("1.18: A dead service costs bounded memory, and heartbeats are dropped first")
    func bounded() {
        var queue = MonitoringReportQueue()
        var sent: [UInt8] = []
        func take(_ event: MonitoringReportQueue.Event) {
            for case .post(let bytes) in queue.handle(event, at: .zero) { sent += bytes }
        }
        take(entry(0))
        take(entry(1))
        for number in 2...200 { take(entry(number, repeated: number.isMultiple(of: 2))) }
        #expect(queue.lost == 200 - MonitoringReportQueue.capacity)
        while !queue.isEmpty { take(.sent) }
        #expect(sent.count == MonitoringReportQueue.capacity + 1)
        #expect(sent == sent.sorted())
        #expect(sent.last == 200 || sent.last == 199)
    }
}
