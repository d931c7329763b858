// SPDX-License-Identifier: Apache-2.0
// The paths of the API that the scripts use, as the contract has them. A test compares them, and prints what to write here.
const routes = {
  authenticateGuest: "/v1/auth/guest",
  calendar: "/v1/live_streams/{id}/calendar.ics",
  completeUpload: "/v1/admin/uploads/{id}/complete",
  createVideo: "/v1/admin/videos",
  deleteVideo: "/v1/admin/videos/{id}",
  enterInteraction: "/v1/videos/{id}/interactions/{iid}/entries",
  importVideo: "/v1/admin/imports",
  likeLiveStream: "/v1/live_streams/{id}/likes",
  liveSocket: "/v1/live_streams/{id}/socket",
  liveStream: "/v1/live_streams/{id}",
  makeCart: "/v1/carts",
  makeFeed: "/v1/feeds",
  makeShare: "/v1/share",
  makeUpload: "/v1/admin/uploads",
  readImport: "/v1/admin/imports/{id}",
  readUpload: "/v1/admin/uploads/{id}",
  recordEvents: "/v1/events",
  recordPurchase: "/v1/purchases",
  sendMessage: "/v1/live_streams/{id}/messages",
  sendPart: "/v1/admin/uploads/{id}/parts",
  unlockLiveStream: "/v1/live_streams/{id}/unlock",
  updateVideo: "/v1/admin/videos/{id}",
  video: "/v1/videos/{id}",
};

/** The path of a route, with values for its parameters in their order. */
export const route = (name, ...values) => routes[name].replace(/\{[a-z_]+\}/g, () => encodeURIComponent(values.shift()));
