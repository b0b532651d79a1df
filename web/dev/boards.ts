// A page of `npm run dev` that shows one board from the tests' fixtures, without a server:
// /dev/boards.html?game=gateway&theme=dark&select=yb4
import { mount } from 'svelte';
import '../src/styles/base.css';
import '../src/styles/board.css';
import Boards from './Boards.svelte';

mount(Boards, { target: document.getElementById('app') as HTMLElement });
