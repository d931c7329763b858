// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxCasting

@Suite("Renderer events")
struct EventTests {
    private let start = Instant(seconds: 100)

    @Test("A subscription is requested once, and renewed at half of its granted time")
    func renewed() {
        var subscription = EventSubscription()
        #expect(subscription.handle(.begin, at: start) == [.subscribe])
        #expect(subscription.handle(.begin, at: start) == [])
        #expect(subscription.handle(.granted(id: "a", seconds: 300), at: start) == [.wake(at: start + 150)])
        #expect(subscription.handle(.woken, at: start + 149) == [.wake(at: start + 150)])
        #expect(subscription.handle(.woken, at: start + 150) == [.renew(id: "a")])
        #expect(subscription.handle(.granted(id: "a", seconds: 1e9), at: start + 151) == [.wake(at: start + 151 + 43_200)])
        #expect(subscription.handle(.end, at: start + 200) == [.unsubscribe(id: "a")])
        #expect(subscription.handle(.woken, at: start + 1e6) == [])
    }

    @Test("A renderer counts as sending events only after the first one, and no longer when it refuses renewal")
    func sendsEvents() {
        var subscription = EventSubscription()
        _ = subscription.handle(.begin, at: start)
        // The first event may arrive before the response.
        #expect(subscription.handle(.eventReceived, at: start) == [.sendsEvents(true)])
        _ = subscription.handle(.granted(id: "a", seconds: 60), at: start)
        #expect(subscription.handle(.eventReceived, at: start) == [])
        _ = subscription.handle(.woken, at: start + 30)
        #expect(subscription.handle(.refused, at: start + 30) == [.sendsEvents(false), .wake(at: start + 45)])
        #expect(subscription.handle(.woken, at: start + 45) == [.subscribe])
    }

    @Test("A refused subscription is retried at growing intervals, then given up")
    func refused() {
        var subscription = EventSubscription()
        var now = start
        var (asked, event) = (0, EventSubscription.Event.begin)
        for _ in 0..<20 {
            let actions = subscription.handle(event, at: now)
            event = .woken
            for action in actions {
                switch action {
                case .subscribe: (asked, event) = (asked + 1, .refused)
                case .wake(let moment): now = moment
                default: Issue.record("\(action)")
                }
            }
        }
        #expect(asked == EventSubscription.maxRetries + 1)
        #expect(now == start + 15 * (1 + 2 + 4 + 8))
    }

    @Test("A subscription granted after the end is cancelled")
    func late() {
        var subscription = EventSubscription()
        _ = subscription.handle(.begin, at: start)
        #expect(subscription.handle(.end, at: start) == [])
        #expect(subscription.handle(.granted(id: "a", seconds: 60), at: start) == [.unsubscribe(id: "a")])
    }

    @Test("An event has the transport state in a nested document, and an invalid one has none")
    func words() {
        #expect(RendererEvent(RendererTexts.event("PAUSED_PLAYBACK"))?.state == .paused)
        #expect(RendererEvent(RendererTexts.event("\"/><TransportStatus val=\"ERROR_OCCURRED"))?.hasFailed == true)
        let volume = "<e:propertyset xmlns:e=\"urn:x\"><e:property><LastChange>&lt;Event/&gt;</LastChange></e:property></e:propertyset>"
        #expect(RendererEvent(Array(volume.utf8))?.state == .some(nil))
        #expect(RendererEvent(Array("<e:propertyset".utf8)) == nil)
        #expect(RendererEvent(Array("<a><LastChange>&lt;Event</LastChange></a>".utf8)) == nil)
    }

    @Test("The granted duration is read from the header field")
    func seconds() {
        #expect(RendererClient.seconds("Second-300") == 300)
        for field in [nil, "Second-infinite", "300", "Second--1"] { #expect(RendererClient.seconds(field) == 1800) }
    }
}
