// SPDX-License-Identifier: Apache-2.0

const video = document.querySelector("video");
watch(video);
const player = new Hls();
let error = null;
player.on(Hls.Events.ERROR, (_, data) => { if (data.fatal) error = data.details; });
player.on(Hls.Events.LEVEL_UPDATED, () => knows());
player.loadSource(new URLSearchParams(location.search).get("src"));
player.attachMedia(video);
globalThis.state = () => ({ time: video.currentTime, error, own: 0 });
globalThis.video = video;
