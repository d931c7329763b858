// SPDX-License-Identifier: Apache-2.0
// Likes, follows, reports and comments. They don't depend on the player, so that they work when it doesn't.
import { data, one, countText } from "./page.js";
import { call } from "./api.js";
import { showComments } from "./comments.js";
import { sendReport } from "./dialog.js";
import { route } from "./routes.js";
import { toggle } from "./toggle.js";

const video = data.video?.id;
toggle(one("#like-video"), {
  state: () => call("GET", route("videoLikes", video)),
  change: (isLiked) => (isLiked ? call("PUT", route("likeVideo", video)) : call("DELETE", route("unlikeVideo", video))),
  show: ({ count, liked }) => {
    one("#video-likes").textContent = countText(count);
    return liked;
  },
});

const follow = one("#follow");
const channel = follow?.dataset.channel;
toggle(follow, {
  state: () => call("GET", route("channelFollowers", channel)),
  change: (isFollowed) => (isFollowed ? call("PUT", route("followChannel", channel)) : call("DELETE", route("unfollowChannel", channel))),
  show: ({ followed }) => followed,
});

const report = one("#report-video");
if (report) {
  report.addEventListener("click", () => sendReport("reportVideo", route("reportVideo", video)));
  report.hidden = false;
}

const comments = one("#comments");
if (comments) showComments(comments, video);
