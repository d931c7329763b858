// SPDX-License-Identifier: Apache-2.0

import WindowboxPlayer
import WindowboxSources
import WindowboxTransport

/// Receives a service's updates about one media item at a time.
@MainActor final class CompositionWatcher {
    private(set) var loader: CompositionLoader?
    private let service: CompositionService
    private let transport: any Transport
    private let clock: WallClock
    private var watching: Task<Void, Never>?

    init(service: CompositionService, transport: any Transport, clock: WallClock) {
        self.service = service
        self.transport = transport
        self.clock = clock
    }

    isolated deinit { watching?.cancel() }

    /// Starts receiving updates about a media item instead of the previous one.
    /// - Parameter report: called with `snapshot` and `serviceFailed`.
    func watch(
        _ urn: String, _ settings: PlaybackSettings, _ configuration: MediaControllerConfiguration,
        report: @escaping @MainActor (MediaDirector.Event) -> Void
    ) {
        let loader = CompositionLoader(
            urn: urn, service: service, settings: settings, updateInterval: configuration.updateInterval, texts: configuration.texts,
            media: transport, clock: clock)
        self.loader = loader
        watching?.cancel()
        watching = Task {
            do {
                for try await snapshot in loader.metadata() { report(.snapshot(snapshot)) }
            } catch {
                if let error = (error as? PlayerError)?.underlying as? SourceError, !Task.isCancelled { report(.serviceFailed(error)) }
            }
        }
    }

    func stop() {
        watching?.cancel()
        watching = nil
        loader = nil
    }
}
