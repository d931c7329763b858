// SPDX-License-Identifier: Apache-2.0

/// All texts of feed views.
public enum Phrase: String, Hashable, Sendable, CaseIterable {
    /// In English: “Play”.
    case play
    /// In English: “Pause”.
    case pause
    /// In English: “Turn sound off”.
    case mute
    /// In English: “Turn sound on”.
    case unmute
    /// In English: “Close”.
    case close
    /// In English: “Next video”.
    case next
    /// In English: “Previous video”.
    case previous
    /// In English: “Share”.
    case share
    /// In English: “More”.
    case more
    /// In English: “Captions”.
    case captions
    /// In English: “Captions off”.
    case captionsOff
    /// In English: “Default”.
    case captionsDefault
    /// In English: “Picture in picture”.
    case pictureInPicture
    /// In English: “Full screen”.
    case fullScreen
    /// In English: “Position”.
    case seek
    /// In English: “Watch again”.
    case replay
    /// In English: “Replay”.
    case replayBadge
    /// In English: “Ad”.
    case ad
    /// In English: “Sponsored”.
    case sponsored
    /// In English: “Buy now”.
    case buyNow
    /// In English: “Download”.
    case download
    /// In English: “See more”.
    case seeMore
    /// In English: “Book now”.
    case bookNow
    /// In English: “Shop now”.
    case shopNow
    /// In English: “Add to cart”.
    case addToCart
    /// In English: “Adding to cart”.
    case addingToCart
    /// In English: “Added to cart”.
    case addedToCart
    /// In English: “Couldn’t add to cart”.
    case addToCartFailed
    /// In English: “Cart”.
    case cart
    /// In English: “Your cart is empty”.
    case cartEmpty
    /// In English: “Remove {name}”.
    case removeFromCart
    /// In English: “Total: {price}”.
    case total
    /// In English: “Place order”.
    case placeOrder
    /// In English: “Order {order} placed”.
    case orderPlaced
    /// In English: “Couldn’t place the order”.
    case orderFailed
    /// In English: “No payment is taken here. Your order is sent to the service”.
    case orderTerms
    /// In English: “Picture in picture isn’t available: {reason}”.
    case smallWindowFailed
    /// In English: “Picture in picture isn’t available”.
    case smallWindowMissing
    /// In English: “Products”.
    case products
    /// In English: “Sold out”.
    case soldOut
    /// In English: “Choose a variant”.
    case chooseVariant
    /// In English: “Choose {name}”.
    case chooseOption
    /// In English: “Not available”.
    case notAvailable
    /// In English: “Was {price}”.
    case originalPrice
    /// In English: “{percent} % off”.
    case discount
    /// In English: “Show {name}”.
    case showProduct
    /// In English: “See it in the video, at {time}”.
    case showMoment
    /// In English: “Open in the shop”.
    case openInShop
    /// In English: “Couldn’t load the products”.
    case productsFailed
    /// In English: “Pinned products”.
    case pinnedProducts
    /// In English: “Back”.
    case back
    /// In English: “Connecting”.
    case connecting
    /// Loading a feed, a video's products, or the video itself.
    case loading
    /// In English: “Live now”.
    case liveNow
    /// In English: “Live in {time}”.
    case liveIn
    /// In English: “Live on {date} at {time}”.
    case liveOn
    /// In English: “Live today at {time}”.
    case liveToday
    /// In English: “Live tomorrow at {time}”.
    case liveTomorrow
    /// In English: “Starting any moment now”.
    case startsSoon
    /// In English: “Remind me”.
    case remindMe
    /// In English: “Tap to enter the live stream”.
    case enterLive
    /// In English: “Tap to watch”.
    case tapToWatch
    /// In English: “The host will be right back”.
    case hostPaused
    /// In English: “This live stream has ended”.
    case liveEnded
    /// In English: “This video isn’t available in your region”.
    case regionRestricted
    /// In English: “Enter the access code”.
    case enterAccessCode
    /// In English: “Incorrect code”.
    case incorrectAccessCode
    /// In English: “This live stream hasn’t started yet”.
    case notYetLive
    /// In English: “Unlock”.
    case unlock
    /// In English: “Reminder saved to {file}”.
    case reminderSaved
    /// In English: “Couldn’t create the reminder”.
    case reminderFailed
    /// In English: “Connection lost. Reconnecting…”
    case reconnecting
    /// In English: “This live stream isn’t available right now”.
    case liveFailed
    /// In English: “Announcement”.
    case announcement
    /// In English: “Send a heart”.
    case sendHeart
    /// In English: “Chat”.
    case chat
    /// In English: “Write a message”.
    case writeMessage
    /// In English: “Only the host sees this”.
    case privateMessage
    /// In English: “Change name”.
    case changeName
    /// In English: “Your name”.
    case yourName
    /// In English: “This name is already taken”.
    case nameTaken
    /// In English: “This name isn’t allowed”.
    case nameRefused
    /// In English: “Save”.
    case save
    /// In English: “Host”.
    case host
    /// In English: “Reply to {name}”.
    case replyTo
    /// In English: “Your message was removed”.
    case messageRemoved
    /// In English: “Chat is closed”.
    case chatClosed
    /// In English: “The hosts have muted you”.
    case chatMuted
    /// In English: “Wait a moment before you write again”.
    case slowDown
    /// In English: “Couldn’t send”.
    case sendFailed
    /// In English: “Code: {code}”.
    case coupon
    /// In English: “Copy the code {code}”.
    case copyCode
    /// In English: “Code copied”.
    case codeCopied
    /// In English: “To the host only”.
    case toHostOnly
    /// In English: “{first} is here”.
    case joinedOne
    /// In English: “{first} and {second} are here”.
    case joinedTwo
    /// In English: “Email”.
    case email
    /// In English: “This is not an email address”.
    case emailInvalid
    /// In English: “You have already taken part”.
    case alreadyEntered
    /// In English: “I accept the terms”.
    case acceptTerms
    /// In English: “I am 18 or older”.
    case ofAge
    /// In English: “Thank you for taking part”.
    case thanks
    /// In English: “{correct} of {total} correct”.
    case correctOf
    /// In English: “Poll”.
    case poll
    /// In English: “Question”.
    case question
    /// In English: “Giveaway”.
    case giveaway
    /// In English: “Quiz”.
    case trivia
    /// In English: “Link”.
    case link
    /// In English: “Open”.
    case openLink
    /// In English: “Your answer”.
    case yourAnswer
    /// In English: “Give an answer first”.
    case answerMissing
    /// In English: “Take part”.
    case takePart
    /// In English: “Read the terms: {name}”.
    case readTerms
    /// In English: “Accept the terms first”.
    case termsNeeded
    /// In English: “Confirm first that you are 18 or older”.
    case ageNeeded
    /// In English: “This has ended”.
    case interactionOver
    /// In English: “Winners: {names}”.
    case winners
    /// In English: “You won”.
    case youWon
    /// In English: “{answer}: the right answer”.
    case rightAnswer
    /// In English: “{answer}: your answer”.
    case ownAnswer
    /// In English: “Send”.
    case send
    /// In English: “Cancel”.
    case cancel
    /// In English: “Try again”.
    case retry
    /// In English: “There is nothing to watch yet”.
    case emptyFeed
    /// In English: “Couldn’t load the videos”.
    case loadFailed
    /// In English: “This video can’t be played”.
    case videoFailed
    /// In English: “The service can’t be reached. Check the connection, then try again”.
    case noConnection
    /// In English: “The service isn’t available right now. Try again in a moment”.
    case notNow
    /// In English: “This content is no longer available”.
    case sourceGone
    /// In English: “This hashtag expression isn’t valid”.
    case expressionWrong
    /// In English: “This hashtag expression has an error at character {place}”.
    case expressionWrongAt
    /// In English: “The service doesn’t know this app”.
    case appUnknown
    /// In English: “Find by hashtags, such as {example}”.
    case findByHashtags
    /// In English: “Clear”.
    case clear
    /// In English: “Powered by {name}”.
    case poweredBy
    /// In English: “Swipe or scroll for the next video”.
    case swipeHint
    /// In English: “Back to the page”.
    case backToPage
    /// In English: “Right-click to keep it on top, if your desktop supports it”.
    case keepOnTopHint
    /// In English: “Made with AI”.
    case aiGenerated
    /// In English: “AI can make mistakes”.
    case aiMistakes
    /// In English: “Link copied”.
    case copied
    /// In English: “Videos”.
    case videos
    /// In English: “Hashtags”.
    case hashtags
    /// In English: “Search videos”.
    case searchVideos
    /// In English: “Search, such as: coffee”.
    case searchHint
}

/// Texts with a number, which determines the plural form.
public enum CountedPhrase: String, Hashable, Sendable, CaseIterable {
    /// In English: “{count} viewers”.
    case viewers
    /// In English: “{count} likes”.
    case likes
    /// In English: “{count} products”.
    case products
    /// In English: “{count} new messages”.
    case newMessages
    /// In English: “Live in {count} days”.
    case liveInDays
    /// In English: “{first}, {second} and {count} others are here”.
    case othersJoined
    /// In English: “{count} answers”.
    case answers
}
