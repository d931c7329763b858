// SPDX-License-Identifier: Apache-2.0

/// Sends the parameters of streams to their service, one request at a time, so that the last ones given are the last ones to arrive.
@MainActor final class ParameterSender {
    private struct Message {
        var parameters: [String: String]
        var stream: StitchedStream
        var service: any StitchingService
    }

    /// What is sent after the current request. Newer parameters replace it.
    private var waiting: Message?
    private var sending: Task<Void, Never>?

    func send(_ parameters: [String: String], of stream: StitchedStream, by service: any StitchingService) {
        waiting = Message(parameters: parameters, stream: stream, service: service)
        guard sending == nil else { return }
        sending = Task { [weak self] in
            while !Task.isCancelled, let next = self?.takeNext() {
                await next.service.replaceParameters(next.parameters, of: next.stream)
            }
        }
    }

    func stop() {
        waiting = nil
        sending?.cancel()
        sending = nil
    }

    private func takeNext() -> Message? {
        defer { waiting = nil }
        if waiting == nil { sending = nil }
        return waiting
    }
}
