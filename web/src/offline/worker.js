// The service worker: keeps the built files, so that the arcade opens without a network.
// The build puts two constants in front: FILES, everything that was built, and VERSION, a hash of it.
/* global FILES, VERSION */
/** @type {ServiceWorkerGlobalScope} */
const worker = /** @type {never} */ (self);
const PREFIX = 'tilewright-';
const CACHE = PREFIX + VERSION;
/** Weights of players, whatever the version: their names change with their contents. */
const WEIGHTS = 'weights-of-tilewright';

/** @param {string} file */
const address = (file) => new URL(file, worker.registration.scope).href;

worker.addEventListener('install', (event) => event.waitUntil(fill()));

async function fill() {
  const cache = await caches.open(CACHE);
  await Promise.all(
    FILES.map(async (file) => {
      // Files with a hash in their name never change, so what an older version kept is as good.
      const cached = file.startsWith('assets/') ? await caches.match(address(file)) : undefined;
      if (cached) return cache.put(address(file), cached);
      return cache.add(new Request(address(file), { cache: 'no-cache' }));
    }),
  );
}

worker.addEventListener('activate', (event) => event.waitUntil(tidy()));

async function tidy() {
  // The version before stays: a tab that still shows it may need one of its pages.
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(worker.registration.scope)) return;
  event.respondWith(answer(request));
});

/** @param {Request} request */
async function answer(request) {
  // There is one page; what it shows stands in the fragment. It comes from this version, whatever else is kept.
  const wanted = request.mode === 'navigate' ? address('index.html') : request.url;
  const kept = (await (await caches.open(CACHE)).match(wanted)) ?? (await caches.match(wanted));
  return kept ?? (wanted.endsWith('.values') ? fetchWeights(request) : fetch(request));
}

/** Fetches weights of a player and keeps them, in place of those of an older version. @param {Request} request */
async function fetchWeights(request) {
  const response = await fetch(request);
  if (response.ok) {
    const cache = await caches.open(WEIGHTS);
    /** The name without its hash. @param {string} url */
    const stem = (url) => url.replace(/-[^-/]*$/, '');
    const old = (await cache.keys()).filter(({ url }) => stem(url) === stem(request.url));
    await Promise.all(old.map((each) => cache.delete(each)));
    // A full disk is no reason to refuse the answer.
    await cache.put(request, response.clone()).catch(() => undefined);
  }
  return response;
}

// A new version waits until the user asks for it: nothing changes in the middle of a game.
worker.addEventListener('message', (event) => {
  if (event.data === 'take over') void worker.skipWaiting();
});
