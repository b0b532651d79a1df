import { mount } from 'svelte';
import App from './App.svelte';
import { start } from './lib/location.svelte';
import './styles/base.css';
import './styles/board.css';

start();
mount(App, { target: document.getElementById('app') as HTMLElement });
