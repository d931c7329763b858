// SPDX-License-Identifier: Apache-2.0

import CCurl
import Glibc

/// What ``CurlThread`` waits on: the events of sockets, and a bell that rings for commands.
struct CurlLines: Sendable {
    let poll: CInt
    let bell: CInt

    /// Why the system refused something, as its error number.
    struct Failure: Error, Hashable {
        let code: CInt
    }

    static func open() -> Result<CurlLines, Failure> {
        let poll = epoll_create1(CInt(EPOLL_CLOEXEC))
        guard poll >= 0 else { return .failure(Failure(code: errno)) }
        let bell = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
        guard bell >= 0 else {
            let failure = Failure(code: errno)
            Glibc.close(poll)
            return .failure(failure)
        }
        let lines = CurlLines(poll: poll, bell: bell)
        var event = epoll_event()
        event.events = EPOLLIN.rawValue
        event.data.u64 = 0
        guard epoll_ctl(poll, EPOLL_CTL_ADD, bell, &event) == 0 else {
            let failure = Failure(code: errno)
            lines.close()
            return .failure(failure)
        }
        return .success(lines)
    }

    func close() {
        Glibc.close(poll)
        Glibc.close(bell)
    }
}
