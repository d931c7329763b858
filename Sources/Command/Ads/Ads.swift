// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct Ads: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tell what ads hold: VAST, VMAP and SCTE 35.",
        subcommands: [ShowAds.self, ShowSplice.self, StitchAds.self], defaultSubcommand: ShowAds.self)
}
