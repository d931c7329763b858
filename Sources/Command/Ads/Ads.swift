// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct Ads: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Inspect and stitch ads: VAST, VMAP and SCTE-35.",
        subcommands: [ShowAds.self, ShowSplice.self, StitchAds.self], defaultSubcommand: ShowAds.self)
}
