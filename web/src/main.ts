// The start: colours first, so that nothing flashes, then the page.
import './base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { ready } from './lib/engine';
import { applyTheme } from './lib/theme';
import { update } from './lib/update.svelte';

applyTheme();
// The engine loads while the page is put together.
void ready();

const target = document.getElementById('app');
if (target) mount(App, { target });
// Not before the page is there: keeping files for later must not slow down the first look.
addEventListener('load', () => void update.watch(), { once: true });
