// SPDX-License-Identifier: Apache-2.0
// Likes, follows, reports and comments. They don't depend on the player, so that they work when it doesn't.
import { data, text, one, toast, countText } from "./page.js";
import { call } from "./api.js";
import { refusal } from "./comment-model.js";
import { showComments } from "./comments.js";
import { sendReport } from "./dialog.js";
import { route } from "./routes.js";

/**
 * A button that is pressed or not.
 * @param state asks for the state
 * @param change sets it, and returns the new one
 * @param show shows a state, and returns whether the button is pressed
 */
async function toggle(button, { state, change, show }) {
  if (!button) return;
  const set = (facts) => button.setAttribute("aria-pressed", String(show(facts)));
  const isPressed = () => button.getAttribute("aria-pressed") === "true";
  let isBusy = false;
  button.addEventListener("click", async () => {
    if (isBusy) return;
    isBusy = true;
    const before = isPressed();
    button.setAttribute("aria-pressed", String(!before));
    try { set(await change(!before)); } catch (error) {
      button.setAttribute("aria-pressed", String(before));
      toast(text(refusal(error, "actionFailed")));
    }
    isBusy = false;
  });
  button.hidden = false;
  // Without it, the button is not pressed; pressing it twice has no effect.
  try { const facts = await state(); if (!isBusy) set(facts); } catch { /* the next press shows the state */ }
}

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
if (comments) showComments(comments);
