// SPDX-License-Identifier: Apache-2.0

extension PlayerViewConfiguration {
    /// Merges two configurations: explicit values of this one, then explicit values of `base`, then defaults.
    public func over(_ base: PlayerViewConfiguration) -> PlayerViewConfiguration {
        var result = base
        result.apply(self, .take)
        return result
    }

    /// All values marked as explicit, so that two configurations can be compared by their effective values.
    var settled: PlayerViewConfiguration {
        var result = self
        result.apply(self, .settle)
        return result
    }

    private mutating func apply(_ other: PlayerViewConfiguration, _ way: SettingWay) {
        $playerStyle.apply(way, other.$playerStyle)
        $videoCompleteAction.apply(way, other.$videoCompleteAction)
        $feedCompleteAction.apply(way, other.$feedCompleteAction)
        $scrollDirection.apply(way, other.$scrollDirection)
        $isShareButtonHidden.apply(way, other.$isShareButtonHidden)
        $shareBaseURL.apply(way, other.$shareBaseURL)
        $sharePosition.apply(way, other.$sharePosition)
        $isMuteButtonHidden.apply(way, other.$isMuteButtonHidden)
        $isPlaybackButtonHidden.apply(way, other.$isPlaybackButtonHidden)
        $isMoreButtonHidden.apply(way, other.$isMoreButtonHidden)
        $isCloseButtonHidden.apply(way, other.$isCloseButtonHidden)
        $isArrowButtonVisible.apply(way, other.$isArrowButtonVisible)
        $onFirstLaunch.apply(way, other.$onFirstLaunch)
        ctaButton.apply(other.ctaButton, way)
        $countdownTimer.apply(way, other.$countdownTimer)
        $isReplayBadgeHidden.apply(way, other.$isReplayBadgeHidden)
        $logo.apply(way, other.$logo)
        $buttons.apply(way, other.$buttons)
        $isTitleHidden.apply(way, other.$isTitleHidden)
        $isCaptionHidden.apply(way, other.$isCaptionHidden)
        $isAdBadgeHidden.apply(way, other.$isAdBadgeHidden)
        $isBrandingHidden.apply(way, other.$isBrandingHidden)
        $isProductCardHidden.apply(way, other.$isProductCardHidden)
        $subtitles.apply(way, other.$subtitles)
        $loadingIndicatorColor.apply(way, other.$loadingIndicatorColor)
        $isLoadingIndicatorHidden.apply(way, other.$isLoadingIndicatorHidden)
        $isHorizontalLayoutEnabled.apply(way, other.$isHorizontalLayoutEnabled)
        $isStatusBarHidden.apply(way, other.$isStatusBarHidden)
        $shouldExtendMediaOutsideSafeArea.apply(way, other.$shouldExtendMediaOutsideSafeArea)
        $pictureInPicturePlacement.apply(way, other.$pictureInPicturePlacement)
        $chat.apply(way, other.$chat)
        $dialogButtons.apply(way, other.$dialogButtons)
        $showsTooltips.apply(way, other.$showsTooltips)
        $controlsFadeOutDelay.apply(way, other.$controlsFadeOutDelay)
    }

    /// Without explicit values that only apply to full screen.
    var withoutFullScreenOnly: PlayerViewConfiguration {
        var result = self
        result.$videoCompleteAction.explicit = nil
        result.$feedCompleteAction.explicit = nil
        result.$isStatusBarHidden.explicit = nil
        result.$shouldExtendMediaOutsideSafeArea.explicit = nil
        result.$isArrowButtonVisible.explicit = nil
        return result
    }
}
