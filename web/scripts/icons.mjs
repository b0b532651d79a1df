// Makes the icons of the installed app, `public/icons/*.png`, from the rook of crates/view/pieces.
import { chromium } from '@playwright/test';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const source = readFileSync(new URL('../../crates/view/pieces/rook.svg', import.meta.url), 'utf8');
const paths = [...source.matchAll(/<path class="(\w+)" d="([^"]+)"/g)].map(([, role, d]) =>
  role === 'body'
    ? `<path d="${d}" fill="#fffefa"/>`
    : `<path d="${d}" fill="none" stroke="#0e665f" stroke-width="4" stroke-linecap="round"/>`,
);
const directory = new URL('../public/icons/', import.meta.url).pathname;
mkdirSync(directory, { recursive: true });

/** An icon: the rook on two colours of a board. `scale` is the part of the icon that the rook takes. */
function icon(size, scale, radius) {
  const at = 50 - 50 * scale;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="${size}" height="${size}">
    <clipPath id="c"><rect width="100" height="100" rx="${radius}"/></clipPath>
    <g clip-path="url(#c)"><rect width="100" height="100" fill="#0e665f"/><path d="M50 0H100V50H50zM0 50H50V100H0z" fill="#0a524c"/></g>
    <g transform="translate(${at} ${at}) scale(${scale})">${paths.join('')}</g></svg>`;
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
for (const [name, size, scale, radius] of [
  ['icon-192', 192, 0.92, 18],
  ['icon-512', 512, 0.92, 18],
  ['maskable-512', 512, 0.7, 0],
  ['apple-180', 180, 0.85, 0],
]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${icon(size, scale, radius)}`);
  writeFileSync(join(directory, `${name}.png`), await page.screenshot({ omitBackground: true }));
  await page.close();
}
await browser.close();
