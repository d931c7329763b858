// SPDX-License-Identifier: Apache-2.0
import {authority, localTimes, renew, say} from './studio-api.js';
import {previews} from './studio-preview.js';

const room = document.querySelector('[data-room]');
// Markup as the service sent it: the page shows times differently, so its own markup can't be compared.
const known = new WeakMap();

function remember(part) { for (const child of part.children) known.set(child, child.outerHTML); }

/** Replaces the children that changed. A child with an id keeps its element while its markup is the same. */
function merge(old, now) {
  const before = new Map([...old.children].filter(child => child.id).map(child => [child.id, child]));
  const wanted = [...now.children].map(child => {
    const same = before.get(child.id);
    if (same && known.get(same) === child.outerHTML) return same;
    known.set(child, child.outerHTML);
    return child;
  });
  if (wanted.length === old.children.length && wanted.every((child, index) => child === old.children[index])) return;
  const isAtEnd = old.scrollTop + old.clientHeight >= old.scrollHeight - 40;
  const focus = document.activeElement?.id;
  old.replaceChildren(...wanted);
  localTimes(old);
  if (isAtEnd) old.scrollTop = old.scrollHeight;
  if (focus && document.activeElement?.id !== focus) document.getElementById(focus)?.focus();
}

/** The identity of a node across updates: a button with another name is another button, however similar. */
function mark(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return node.nodeName;
  return [node.nodeName, node.id, node.getAttribute('aria-label'), node.dataset.preview, node.dataset.path].join('\n');
}

/** Updates the children of an element to those of another and keeps equal nodes, so that no press is lost and videos play on. */
function update(old, now) {
  let place = old.firstChild;
  for (const next of [...now.childNodes]) {
    let same = place;
    while (same && mark(same) !== mark(next)) same = same.nextSibling;
    if (!same) { old.insertBefore(next, place); continue; }
    while (place !== same) { const gone = place; place = place.nextSibling; gone.remove(); }
    place = same.nextSibling;
    if (same.nodeType !== Node.ELEMENT_NODE) { same.nodeValue = next.nodeValue; continue; }
    if (same.nodeName === 'VIDEO') continue;
    for (const {name} of [...same.attributes]) if (!next.hasAttribute(name)) same.removeAttribute(name);
    for (const {name, value} of next.attributes) same.setAttribute(name, value);
    update(same, next);
  }
  while (place) { const gone = place; place = place.nextSibling; gone.remove(); }
}

function replace(old, now) {
  const next = now.innerHTML;
  if (known.get(old) === next) return;
  const focus = old.contains(document.activeElement) ? document.activeElement.id : '';
  known.set(old, next);
  update(old, now);
  localTimes(old);
  previews(old);
  if (focus && document.activeElement?.id !== focus) document.getElementById(focus)?.focus();
}

let isRefreshing = false;
let isStale = false;
async function refresh() {
  if (document.hidden) return;
  if (isRefreshing) { isStale = true; return; }
  isRefreshing = true;
  try {
    const response = await fetch(room.dataset.room);
    if (response.status === 401) { say('You are signed out. Sign in again in another tab.', true); return; }
    if (!response.ok) return;
    const now = new DOMParser().parseFromString(await response.text(), 'text/html');
    for (const part of now.querySelectorAll('[data-part]')) {
      const old = room.querySelector(`[data-part="${part.dataset.part}"]`);
      if (part.dataset.part === 'messages') merge(old, part); else replace(old, part);
    }
  } catch { /* the next one may succeed */ } finally {
    isRefreshing = false;
    if (isStale) { isStale = false; soon(); }
  }
}

let soonTimer = 0;
/** Refreshes at most five times a second, however many events arrive. */
function soon() {
  soonTimer ||= setTimeout(() => { soonTimer = 0; refresh(); }, 200);
}

let lastEvent = null;
let wait = 1000;
let polling = 0;
/** Events arrive over the hosts' socket; while it is closed, the room is polled. */
function connect() {
  const query = new URLSearchParams();
  if (lastEvent !== null) query.set('after', lastEvent);
  const address = new URL(`${room.dataset.room.replace(/parts$/, 'socket')}?${query}`, location.href);
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(address, ['windowbox', `studio.${authority['X-Studio-Token']}`]);
  let isOpen = false;
  socket.addEventListener('open', () => {
    isOpen = true;
    wait = 1000;
    clearInterval(polling);
    polling = 0;
    room.dataset.updates = 'socket';
    soon();
  });
  socket.addEventListener('message', event => {
    lastEvent = JSON.parse(event.data).seq;
    soon();
  });
  socket.addEventListener('close', async () => {
    room.dataset.updates = 'clock';
    polling ||= setInterval(refresh, 2000);
    // The service closes it from time to time, to check who is still signed in.
    if (!isOpen && await renew()) wait = 1000;
    setTimeout(connect, isOpen ? 100 : wait * (0.8 + Math.random() * 0.4));
    if (!isOpen) wait = Math.min(wait * 2, 5000);
  });
}

if (room) {
  for (const part of room.querySelectorAll('[data-part]')) {
    if (part.dataset.part === 'messages') { remember(part); part.scrollTop = part.scrollHeight; } else known.set(part, part.innerHTML);
  }
  connect();
  // The encoder's figures change all the time, without events.
  setInterval(() => { if (room.querySelector('[data-health]')) refresh(); }, 2000);
  document.addEventListener('studio-changed', refresh);
  document.addEventListener('visibilitychange', refresh);

  // A reply refers to one message until it is sent or cancelled.
  const form = room.querySelector('form[data-path$="/messages"]');
  const text = form?.querySelector('[name="text"]');
  room.addEventListener('click', event => {
    const answer = event.target.closest('[data-answer]');
    if (!answer || !form) return;
    form.querySelector('[name="reply_to"]')?.closest('p').remove();
    const note = document.createElement('p');
    note.className = 'note';
    const hidden = document.createElement('input');
    hidden.type = 'hidden';
    hidden.name = 'reply_to';
    hidden.dataset.kind = 'text';
    hidden.value = answer.dataset.answer;
    const off = document.createElement('button');
    off.type = 'button';
    off.textContent = 'Cancel reply';
    off.onclick = () => { note.remove(); text.focus(); };
    note.append(answer.getAttribute('aria-label'), ' ', hidden, off);
    text.closest('.field').before(note);
    text.focus();
  });
  form?.addEventListener('reset', () => form.querySelector('[name="reply_to"]')?.closest('p').remove());
}
