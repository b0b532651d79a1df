// Sounds, made on the spot: a piece put down on wood, one taken, a bell for what needs attention.

import { settings } from './settings.svelte';

export type Sound = 'move' | 'capture' | 'check' | 'end' | 'call' | 'low';

let context: AudioContext | null = null;

// Browsers allow no sound before the reader has done something on the page.
if (typeof window !== 'undefined') {
  const wake = (): void => {
    if (context?.state === 'suspended') void context.resume();
  };
  window.addEventListener('pointerdown', wake);
  window.addEventListener('keydown', wake);
}

function knock(ctx: AudioContext, at: number, pitch: number, loudness: number): void {
  const length = Math.round(ctx.sampleRate * 0.06);
  const buffer = ctx.createBuffer(1, length, ctx.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) data[i] = (Math.random() * 2 - 1) * Math.exp((-i / length) * 9);
  const noise = ctx.createBufferSource();
  noise.buffer = buffer;
  const filter = ctx.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  filter.Q.value = 1.4;
  const gain = ctx.createGain();
  gain.gain.value = loudness;
  noise.connect(filter).connect(gain).connect(ctx.destination);
  noise.start(at);
}

function tone(ctx: AudioContext, at: number, pitch: number, length: number, loudness: number): void {
  const wave = ctx.createOscillator();
  wave.type = 'sine';
  wave.frequency.value = pitch;
  const gain = ctx.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loudness, at + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  wave.connect(gain).connect(ctx.destination);
  wave.start(at);
  wave.stop(at + length);
}

/** Plays a sound, if they are wanted and the browser lets us. */
export function play(sound: Sound): void {
  if (!settings.sounds || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state !== 'running') {
    // It wakes a moment after the first click. What comes much later is not to be heard then.
    const askedMs = performance.now();
    void context.resume().then(() => {
      if (performance.now() - askedMs < 300) play(sound);
    });
    return;
  }
  const now = context.currentTime;
  switch (sound) {
    case 'move':
      knock(context, now, 900, 0.9);
      break;
    case 'capture':
      knock(context, now, 1300, 1);
      knock(context, now + 0.055, 700, 0.9);
      break;
    case 'check':
      knock(context, now, 900, 0.9);
      tone(context, now + 0.04, 660, 0.28, 0.12);
      break;
    case 'end':
      tone(context, now, 392, 0.5, 0.12);
      tone(context, now + 0.14, 523, 0.7, 0.12);
      break;
    case 'call':
      tone(context, now, 587, 0.25, 0.1);
      tone(context, now + 0.12, 784, 0.35, 0.1);
      break;
    case 'low':
      tone(context, now, 880, 0.12, 0.1);
      break;
  }
}
