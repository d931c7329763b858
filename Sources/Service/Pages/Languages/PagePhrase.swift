// SPDX-License-Identifier: Apache-2.0

/// All texts of the viewer pages.
public enum PagePhrase: String, Sendable, CaseIterable {
    case skip, discover, feed, moreVideos, allLoaded, upNext, back, play
    case pause, mute, unmute, captions, captionsOff, audio, speed, settings
    case fullScreen, seek, share, copied, close, retry, emptyFeed, loadFailed
    case playFailed, notFound, notFoundHint, badFeed, needsScript, products, soldOut, pinned
    case buy, download, view, book, shopNow, priceWas, priceFrom, hashtags
    case addToCart, addedToCart, cart, removeFromCart, total, placeOrder, orderPlaced, orderFailed, orderTerms, chooseVariant
    case checkOut, checkOutTerms, checkOutFailed
    case contact, contactTerms, contactName, contactPhone, contactStreet, contactPostalCode, contactCity, contactRegion, contactCountry
    case ad, live, scheduled, paused, replay, ended, liveEnded, hostPaused
    case liveIn, startsSoon, remindMe, viewers, joined, likes, like, chat, writeMessage
    case send, host, chatEmpty, messageFailed, tooFast, mutedByHosts, poll, question, giveaway
    case thanks, alreadyEntered, email, emailInvalid, yourAnswer, acceptTerms, winners, accessCode
    case unlock, wrongCode, locked, password, wrongPassword, passwordNeeded, regionBlocked, aiGenerated, watch, untitled, videosOf
    case quality, automatic, volume, tapForSound, waitingForHost, reconnecting, showMore, showLess
    case filterAll, filterAny, filterNot, quantity, oneMore, oneFewer, cartCount, messageTooLong
    case search, noResults
    case likeVideo, comments, noComments, writeComment, commentName, postComment, commentPosted, commentHeld, commentFailed
    case commentEmpty, commentTooLong, commentsClosed, commentsMuted, nameRefused, commentsFailed, moreComments, commentWaits
    case delete, deleteComment, deleteFailed, commentDeleted, cancel, tryLater, actionFailed
    case report, reportVideo, reportComment, reportReason, reportDetails, sendReport, reportSent, reportFailed
    case reasonSpam, reasonHarassment, reasonHate, reasonSexual, reasonViolence, reasonIllegal, reasonOther
    case follow, following, nothingFollowed, followLimit
    case startTitle, startHint, startOperator, startClient, startApp, startWrongApp, startStudio, startReload
    case winnerSubject, winnerMessage
}
