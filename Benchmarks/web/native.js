// SPDX-License-Identifier: Apache-2.0

const video = document.querySelector("video");
watch(video);
video.src = new URLSearchParams(location.search).get("src");
globalThis.state = () => ({ time: video.currentTime, error: video.error?.message ?? null, own: 0 });
globalThis.video = video;
