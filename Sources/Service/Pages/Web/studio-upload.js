// SPDX-License-Identifier: Apache-2.0
import {authority, call, fault, say} from './studio-api.js';
import {collect, showFault} from './studio-form.js';
import {frame} from './studio-tools.js';

const form = document.getElementById('upload');
const all = document.getElementById('uploads');
const pause = (seconds, signal) => new Promise((resolve, reject) => {
  const timer = setTimeout(resolve, seconds * 1000);
  signal?.addEventListener('abort', () => { clearTimeout(timer); reject(new DOMException('', 'AbortError')); }, {once: true});
});

const size = bytes => bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB`
  : `${(bytes / 1e9).toFixed(2)} GB`;

let lastTitle = 0;

/** One file on its way, and its row on the page. */
class Sending {
  constructor(file, facts) {
    this.file = file;
    this.facts = facts;
    this.key = `studio-upload ${file.name} ${file.size} ${file.lastModified}`;
    this.mark = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
    this.row = document.createElement('li');
    this.row.className = 'sending';
    const name = document.createElement('p');
    const bold = document.createElement('b');
    const own = document.createElement('bdi');
    own.textContent = file.name;
    bold.append(own);
    name.append(bold, ` ${size(file.size)}`);
    this.picture = document.createElement('div');
    this.picture.className = 'poster';
    this.title = this.titleField();
    this.bar = document.createElement('progress');
    this.bar.max = 1;
    this.bar.value = 0;
    this.bar.setAttribute('aria-label', file.name);
    this.text = document.createElement('p');
    this.text.className = 'state';
    this.buttons = document.createElement('div');
    this.buttons.className = 'row';
    this.details = document.createElement('div');
    this.row.append(this.picture, name, this.title, this.bar, this.text, this.details, this.buttons);
    all.prepend(this.row);
  }

  /** Each file has a title of its own, which can be changed while it is sent. */
  titleField() {
    const field = document.createElement('div');
    field.className = 'field';
    const label = document.createElement('label');
    const input = document.createElement('input');
    input.id = `title-${++lastTitle}`;
    input.value = this.facts.caption;
    input.maxLength = 1000;
    label.htmlFor = input.id;
    label.textContent = 'Title';
    input.onchange = () => this.rename(input);
    field.append(label, input);
    return field;
  }

  async rename(input) {
    const caption = input.value.trim();
    if (caption === '') { input.value = this.facts.caption; return; }
    this.facts.caption = caption;
    if (!this.import) return;
    try { await call('PATCH', `/v1/admin/videos/${this.import.video_id}`, {caption}); say('Title saved.'); } catch (error) {
      say(error.message, true);
    }
  }

  /** A frame of the file, where the browser can read it. */
  async show() {
    const video = document.createElement('video');
    video.muted = true;
    video.preload = 'auto';
    const address = URL.createObjectURL(this.file);
    const gone = () => URL.revokeObjectURL(address);
    video.onloadeddata = () => { video.currentTime = Math.min(1, video.duration / 4 || 0); };
    video.onseeked = async () => {
      const picture = await frame(video);
      gone();
      if (!picture) return;
      const image = document.createElement('img');
      image.alt = '';
      image.src = URL.createObjectURL(picture);
      image.onload = () => URL.revokeObjectURL(image.src);
      this.picture.replaceChildren(image);
    };
    video.onerror = gone;
    video.src = address;
  }

  tell(text, value, isFault = false) {
    this.text.textContent = text;
    this.text.classList.toggle('fault', isFault);
    if (value !== undefined) this.bar.value = value;
  }

  button(label, act) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    button.setAttribute('aria-label', `${label} ${this.file.name}`);
    button.onclick = act;
    return button;
  }

  async run() {
    this.abort = new AbortController();
    this.details.replaceChildren();
    this.buttons.replaceChildren(this.button('Cancel', () => this.abort.abort()));
    try {
      if (!this.import) {
        const upload = await this.send();
        this.tell('Uploaded. Starting to process…', 1);
        this.import = await call('POST', '/v1/admin/imports', {...this.facts, access: 'private', upload_id: upload.id, async: true},
          {headers: {'Idempotency-Key': this.mark}, signal: this.abort.signal});
        localStorage.removeItem(this.key);
      }
      await this.follow();
    } catch (error) {
      if (error.name === 'AbortError') {
        this.tell(this.import ? 'Processing continues in the background.' : 'Cancelled. You can resume it for a while.');
      } else {
        this.tell(error.message, undefined, true);
        if (error.detail) this.explain(error.detail);
        say(`${this.file.name}: ${error.message}`, true);
      }
      this.buttons.replaceChildren(
        ...(error.isFinal ? [] : [this.button('Try again', () => this.run())]),
        this.button('Remove', () => this.remove(error.isFinal)));
    }
  }

  /** The service's own words are for whoever looks after it. */
  explain(text) {
    const details = document.createElement('details');
    const summary = document.createElement('summary');
    summary.textContent = 'Technical details';
    const own = document.createElement('pre');
    own.textContent = text;
    details.append(summary, own);
    this.details.replaceChildren(details);
  }

  /** Off the list; and where no video came of it, the one that was to be goes too. */
  async remove(isFailed) {
    if (isFailed && this.import) {
      try { await call('DELETE', `/v1/admin/videos/${this.import.video_id}`); } catch (error) {
        if (error.status !== 404) { say(error.message, true); return; }
      }
    }
    localStorage.removeItem(this.key);
    this.row.remove();
    document.getElementById('no-uploads').hidden = all.childElementCount > 0;
    say(`${this.file.name} was removed.`);
  }

  /** All parts that the service doesn't have. */
  async send() {
    const {signal} = this.abort;
    let upload;
    const known = localStorage.getItem(this.key);
    if (known) {
      // It may be gone: uploads are not kept for ever.
      upload = await call('GET', `/v1/admin/uploads/${known}`, undefined, {signal}).catch(error => {
        if (error.name === 'AbortError') throw error;
        return null;
      });
    }
    upload ??= await call('POST', '/v1/admin/uploads', {file_name: this.file.name, size: this.file.size}, {signal});
    localStorage.setItem(this.key, upload.id);
    const count = Math.ceil(upload.size / upload.part_size);
    const has = new Set(upload.parts);
    let sent = 0;
    const length = number => Math.min(upload.part_size, upload.size - (number - 1) * upload.part_size);
    for (const number of has) sent += length(number);
    for (let number = 1; number <= count; number += 1) {
      if (has.has(number)) continue;
      const start = (number - 1) * upload.part_size;
      const part = this.file.slice(start, start + length(number));
      await this.sendPart(upload, number, part, bytes => {
        const whole = (sent + bytes) / upload.size;
        this.tell(`Uploading: ${Math.floor(whole * 100)} %, ${size(sent + bytes)} of ${size(upload.size)}`, whole);
      });
      sent += part.size;
    }
    await call('POST', `/v1/admin/uploads/${upload.id}/complete`, undefined, {signal});
    return upload;
  }

  async sendPart(upload, number, part, progress) {
    for (let attempt = 1; ; attempt += 1) {
      try { return await this.post(`/v1/admin/uploads/${upload.id}/parts?number=${number}`, part, progress); } catch (error) {
        const isLasting = error.status >= 400 && error.status < 500 && error.status !== 429 && error.code !== 'checksum_mismatch';
        if (error.name === 'AbortError' || isLasting || attempt === 6) throw error;
        const wait = error.wait || 2 ** attempt;
        this.tell(`${error.message} Trying again in ${wait} s…`);
        await pause(wait, this.abort.signal);
      }
    }
  }

  /** fetch doesn't tell how much is sent. */
  async post(path, part, progress) {
    const {signal} = this.abort;
    const headers = {...authority, 'Content-Type': 'application/octet-stream'};
    if (crypto.subtle) {
      const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', await part.arrayBuffer()));
      headers['Content-Digest'] = `sha-256=:${btoa(String.fromCharCode(...sum))}:`;
    }
    signal.throwIfAborted();
    await new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const stop = () => request.abort();
      signal.addEventListener('abort', stop, {once: true});
      request.open('POST', path);
      for (const [name, text] of Object.entries(headers)) request.setRequestHeader(name, text);
      request.upload.onprogress = event => progress(event.loaded);
      request.onload = () => {
        if (request.status < 300) resolve();
        else reject(fault(request.status, request.responseText, request.getResponseHeader('Retry-After')));
      };
      request.onerror = () => reject(fault(0, '{"error":{"message":"The connection was lost."}}', 0));
      request.onabort = () => reject(new DOMException('', 'AbortError'));
      request.onloadend = () => signal.removeEventListener('abort', stop);
      request.send(part);
    });
    progress(part.size);
    // Whoever sends a long file is at work.
    await fetch('/studio/session').catch(() => {});
  }

  /** A draft becomes public by this. */
  publishing() {
    const button = this.button('Publish', async () => {
      button.disabled = true;
      try {
        await call('PATCH', `/v1/admin/videos/${this.import.video_id}`, {access: 'public', published_at: new Date().toISOString()});
        this.tell('Published.');
        button.remove();
      } catch (error) { say(error.message, true); } finally { button.disabled = false; }
    });
    button.className = 'primary';
    return button;
  }

  /** What the packager says of its work. */
  async follow() {
    const link = document.createElement('a');
    link.href = `/studio/videos/${this.import.video_id}`;
    link.textContent = 'Open the video';
    link.className = 'button';
    for (;;) {
      const state = await call('GET', `/v1/admin/imports/${this.import.id}`, undefined, {signal: this.abort.signal});
      if (state.status === 'ready') {
        this.tell('Ready. This is a draft that only you can see.', 1);
        this.buttons.replaceChildren(this.publishing(), link);
        say(`${this.file.name} is ready.`);
        return;
      }
      if (state.status === 'failed') {
        const error = new Error('This file could not be turned into a video. It may be damaged, or not be a video. Try another file.');
        error.isFinal = true;
        error.detail = state.error;
        throw error;
      }
      this.tell(state.status === 'pending' ? 'Waiting to be processed…' : `Processing: ${Math.floor(state.progress * 100)} %`,
        state.progress);
      this.buttons.replaceChildren(link);
      await pause(1, this.abort.signal);
    }
  }
}

// One after the other: two halves of the network are no faster than one whole.
let queue = Promise.resolve();

/** Why a file is not even sent; empty: it is. */
function refused(file) {
  if (file.size === 0) return `${file.name} is empty. Choose another file.`;
  const kind = file.type.split('/')[0];
  if (kind === 'image') return `${file.name} is a picture, not a video. Choose a video; a picture can become its poster later.`;
  if (kind === 'text' || file.type === 'application/pdf') return `${file.name} is not a video. Choose a video file.`;
  return '';
}

/** A file's name as people would write it. */
function titleOf(name) {
  const words = name.replace(/\.[^.]*$/u, '').replace(/[_]+/gu, ' ').trim();
  return words || name;
}

function take(files) {
  const facts = collect(form);
  for (const place of form.querySelectorAll('.fault')) place.hidden = true;
  for (const file of files) {
    const refusal = refused(file);
    if (refusal) { showFault(form, {message: refusal}); continue; }
    document.getElementById('no-uploads').hidden = true;
    const caption = titleOf(file.name);
    const sending = new Sending(file, {channel_id: facts.channel_id, hashtags: facts.hashtags, caption});
    sending.show();
    sending.tell('Waiting to start…');
    queue = queue.then(() => sending.run());
  }
}

if (form) {
  const input = document.getElementById('files');
  input.addEventListener('change', () => { take([...input.files]); input.value = ''; });
  const drop = form.querySelector('.drop');
  form.addEventListener('dragover', event => { event.preventDefault(); drop.classList.add('over'); });
  form.addEventListener('dragleave', () => drop.classList.remove('over'));
  form.addEventListener('drop', event => {
    event.preventDefault();
    drop.classList.remove('over');
    take([...event.dataTransfer.files]);
  });
  form.addEventListener('submit', event => event.preventDefault());
  window.addEventListener('beforeunload', event => { if (all.querySelector('progress') && [...all.querySelectorAll('.state')].some(
    state => state.textContent.startsWith('Uploading'))) event.preventDefault(); });
}
