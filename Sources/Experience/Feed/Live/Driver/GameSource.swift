// SPDX-License-Identifier: Apache-2.0

public import Observation
public import WindowboxContract

/// Provides polls, questions and games, and takes answers: a ``LiveSession``, or the ``VideoGames`` of a short video.
@MainActor public protocol GameSource: AnyObject {
    /// In order of launch; observable.
    var games: [LiveGame] { get }
    /// Sends the viewer's answer.
    /// - Throws: an error if the service doesn't accept it, such as after the end.
    func answer(_ interaction: Interaction, _ entry: EntryRequest) async throws(ServiceError)
}

extension LiveSession: GameSource {
    public var games: [LiveGame] { state.games.all }
}

/// Polls and questions of a short video.
@MainActor @Observable public final class VideoGames: GameSource {
    /// The video that the games belong to.
    public nonisolated let video: FeedVideo
    public var games: [LiveGame] { held.all }
    private var held = LiveGames()
    /// Receives events for the playback report, such as `FeedPlayback.note(_:)`.
    @ObservationIgnored public var report: (@MainActor (PlaybackReport.Event) -> Void)?
    @ObservationIgnored private let service: any FeedService
    @ObservationIgnored private var loading: Task<Void, Never>?

    /// - Parameters:
    ///   - video: a recorded video.
    ///   - sdk: provides the service to query.
    public init(_ video: FeedVideo, sdk: FeedSDK) { (self.video, service) = (video, sdk.service) }

    isolated deinit { loading?.cancel() }

    /// Loads the interactions; those that fail are not shown.
    public func load() {
        guard !video.interactions.isEmpty, loading == nil else { return }
        loading = Task { [weak self, service, video] in
            let list = try? await service.send(ServiceCall<ResourceList<Interaction>>.interactions(ofVideo: video.id))
            guard let self, !Task.isCancelled else { return }
            if list == nil { loading = nil }
            for interaction in list?.data ?? [] { held.update(interaction) }
        }
    }

    /// - Throws: `already_entered`, `email_invalid`, `terms_required`, `invalid_transition` once it has ended.
    public func answer(_ interaction: Interaction, _ entry: EntryRequest) async throws(ServiceError) {
        do throws(ServiceError) {
            _ = try await service.send(ServiceCall<InteractionEntry>.enter(interaction.id, ofVideo: video.id, entry))
        } catch {
            if error.apiCode == .alreadyEntered { held.change(interaction.id) { $0.hasEnteredBefore = true } }
            throw error
        }
        held.change(interaction.id) { $0.ownEntry = entry }
        let name = entry.optionID == nil ? EventName.submitAnswer : .submitChoice
        report?(.interaction(name, properties: ["interaction": .string(interaction.id)]))
        // Fetches the other viewers' answers.
        guard let list = try? await service.send(ServiceCall<ResourceList<Interaction>>.interactions(ofVideo: video.id)) else { return }
        for interaction in list.data { held.update(interaction) }
    }
}
