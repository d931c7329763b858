// SPDX-License-Identifier: Apache-2.0

import WindowboxCatalogue
import WindowboxContract

/// Follows of channels.
struct FollowRoutes: RouteGroup {
    let catalogue: Catalogue
    let tokenSigner: TokenSigner

    var endpoints: [Endpoint] {
        [
            Endpoint("channelFollowers", followers),
            Endpoint("followChannel", follow).limited(by: .hearts),
            Endpoint("unfollowChannel", unfollow).limited(by: .hearts),
            Endpoint("followedChannels", followed).packed(),
        ]
    }

    private func followers(_ call: GuestContext) async throws -> ChannelFollowers {
        let channel = try await Audience(catalogue, call).channel(call.path["id"])
        return try await catalogue.follows.followers(of: channel.id, guest: call.guest.id)
    }

    private func follow(_ call: GuestContext) async throws -> ChannelFollowers {
        let channel = try await Audience(catalogue, call).channel(call.path["id"])
        return try await catalogue.follows.follow(channel.id, guest: call.guest.id, at: call.now)
    }

    private func unfollow(_ call: GuestContext) async throws -> ChannelFollowers {
        // Also a channel that the guest may not see any more: follows of it would otherwise stay for ever.
        let id = call.path["id"]
        let audience = try await Audience(catalogue, call)
        let isVisible = try await audience.isOpen(channel: id)
        let isFollowed = try await catalogue.follows.channels(followedBy: call.guest.id).contains(id)
        guard isVisible || isFollowed else { throw Audience.nothing }
        let left = try await catalogue.follows.unfollow(id, guest: call.guest.id)
        return isVisible ? left : ChannelFollowers(count: 0, followed: false)
    }

    private func followed(_ call: GuestContext) async throws -> ResourceList<VideoChannel> {
        try call.checkProof(tokenSigner)
        let audience = try await Audience(catalogue, call)
        let ids = try await catalogue.follows.channels(followedBy: call.guest.id)
        return ResourceList(data: try await catalogue.resources.find(VideoChannel.self, ids: ids).filter(audience.mayShow))
    }
}
