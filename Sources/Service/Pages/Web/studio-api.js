// SPDX-License-Identifier: Apache-2.0
const token = document.querySelector('meta[name="studio-token"]')?.content ?? '';

/** What the service answers when it doesn't do what was asked. */
export class Fault extends Error {
  constructor(detail, status, wait) {
    super(detail.message);
    this.code = detail.code ?? '';
    this.field = detail.field ?? '';
    this.status = status;
    this.wait = wait;
  }
}

/** What stands for a field with the session's token: no page of another site can send it. */
export const authority = {'X-Studio-Token': token};

/** The fault that an answer tells of. */
export function fault(status, text, wait) {
  let detail = {message: `The service reported an error (${status}).`};
  try { detail = JSON.parse(text).error ?? detail; } catch { /* no JSON: the status has to do */ }
  if (status === 401) detail.message = 'You are signed out. Sign in again in another tab, then try again.';
  return new Fault(detail, status, Number(wait) || 0);
}

/** After a sign-in in another tab this page goes on with that session, and the answer is true. */
export async function renew() {
  try {
    const answer = await fetch('/studio/session');
    if (!answer.ok) return false;
    const {token: other} = await answer.json();
    if (other === authority['X-Studio-Token']) return false;
    authority['X-Studio-Token'] = other;
    return true;
  } catch { return false; }
}

/**
 * @param body what is sent as JSON; a Blob goes as it is; undefined: nothing
 * @returns what was answered, from JSON
 */
export async function call(method, path, body, more = {}) {
  const headers = {...authority, ...more.headers};
  const request = {method, headers, signal: more.signal};
  if (body instanceof Blob) {
    headers['Content-Type'] = more.type ?? (body.type || 'application/octet-stream');
    request.body = body;
  } else if (body !== undefined) {
    headers['Content-Type'] = 'application/json';
    request.body = JSON.stringify(body);
  }
  let answer;
  try {
    answer = await fetch(path, request);
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Fault({message: 'The service is not responding. Check your connection, then try again.'}, 0, 0);
  }
  if (answer.status === 401 && !more.isAgain && await renew()) return call(method, path, body, {...more, isAgain: true});
  const text = await answer.text();
  if (!answer.ok) throw fault(answer.status, text, answer.headers.get('Retry-After'));
  return text && answer.headers.get('Content-Type')?.startsWith('application/json') ? JSON.parse(text) : text;
}

const said = document.getElementById('said');

/** Tells it on the page, also to those who don't see it. */
export function say(text, isFault = false) {
  if (!said) return;
  said.textContent = text;
  said.classList.toggle('fault', isFault);
}

/** Tells it on the next page. */
export function sayNext(text) { sessionStorage.setItem('studio-said', text); }

const waiting = sessionStorage.getItem('studio-said');
if (waiting) {
  sessionStorage.removeItem('studio-said');
  say(waiting);
}

let isGone = false;
// Who comes back to the page, or stays after all, is here again.
for (const name of ['pageshow', 'pointerdown', 'keydown']) window.addEventListener(name, () => { isGone = false; });
window.addEventListener('beforeunload', () => { isGone = true; });

/** @returns whether another page is on its way: an answer that comes now must not call it off */
export function isLeaving() { return isGone; }

/** @returns whether it is to be done */
export function ask(question, verb, refusal = 'Cancel') {
  const dialog = document.getElementById('ask');
  dialog.querySelector('p').textContent = question;
  const [yes, no] = dialog.querySelectorAll('button');
  yes.textContent = verb;
  no.textContent = refusal;
  return new Promise(resolve => {
    let answer = false;
    yes.onclick = () => { answer = true; dialog.close(); };
    no.onclick = () => dialog.close();
    dialog.onclose = () => resolve(answer);
    dialog.showModal();
    no.focus();
  });
}

/** Times in the time zone of who looks. */
export function localTimes(root) {
  for (const time of root.querySelectorAll('time[datetime]')) {
    const date = new Date(time.dateTime);
    if (Number.isNaN(date.valueOf())) continue;
    time.textContent = date.toLocaleString(undefined, {dateStyle: 'medium', timeStyle: 'short'});
    time.title = time.dateTime;
  }
}
