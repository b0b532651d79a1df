import { mount } from 'svelte';
import App from './App.svelte';
import { startNavigation } from './lib/navigation.svelte';
import './styles/base.css';
import './styles/board.css';

startNavigation();
mount(App, { target: document.getElementById('app') as HTMLElement });
