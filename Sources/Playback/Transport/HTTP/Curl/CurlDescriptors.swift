// SPDX-License-Identifier: Apache-2.0

import CCurl
import Glibc

/// What ``CurlThread`` waits on: the events of sockets, and a bell that rings for commands.
struct CurlDescriptors: Sendable {
    let poll: CInt
    let wakeEvent: CInt

    /// Why the system refused something, as its error number.
    struct Failure: Error, Hashable {
        let code: CInt
    }

    static func open() -> Result<CurlDescriptors, Failure> {
        let poll = epoll_create1(CInt(EPOLL_CLOEXEC))
        guard poll >= 0 else { return .failure(Failure(code: errno)) }
        let wakeEvent = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
        guard wakeEvent >= 0 else {
            let failure = Failure(code: errno)
            Glibc.close(poll)
            return .failure(failure)
        }
        let descriptors = CurlDescriptors(poll: poll, wakeEvent: wakeEvent)
        var event = epoll_event()
        event.events = EPOLLIN.rawValue
        event.data.u64 = 0
        guard epoll_ctl(poll, EPOLL_CTL_ADD, wakeEvent, &event) == 0 else {
            let failure = Failure(code: errno)
            descriptors.close()
            return .failure(failure)
        }
        return .success(descriptors)
    }

    func close() {
        Glibc.close(poll)
        Glibc.close(wakeEvent)
    }
}
