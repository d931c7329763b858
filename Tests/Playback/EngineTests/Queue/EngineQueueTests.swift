// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import WindowboxEngine

@Suite("Posting to an engine's queue")
struct EngineQueueTests {
    @Test("A posted block runs after the job that posted it, in order, and before the next job")
    func order() async {
        let queue = EngineQueue()
        let order = Mutex<[String]>([])
        let (isOver, over) = AsyncStream.makeStream(of: Void.self)
        @Sendable func note(_ line: String) { order.withLock { $0.append(line) } }
        queue.enqueue {
            queue.enqueue {
                note("next job")
                over.finish()
            }
            queue.post {
                note("first fact")
                queue.post { note("fact about the first") }
            }
            queue.post { note("second fact") }
            note("job")
        }
        for await _ in isOver {}
        #expect(order.withLock { $0 } == ["job", "first fact", "second fact", "fact about the first", "next job"])
    }

    @Test("A posted block runs at once if the job asks for it")
    func deliver() async {
        let queue = EngineQueue()
        let order = Mutex<[String]>([])
        await withCheckedContinuation { done in
            queue.enqueue {
                queue.post { order.withLock { $0.append("fact") } }
                queue.deliver()
                order.withLock { $0.append("job") }
                done.resume()
            }
        }
        #expect(order.withLock { $0 } == ["fact", "job"])
    }
}
