// Tells taps, drags, pans and pinches apart, for mice, pens and fingers.

interface Host {
  cellAt(x: number, y: number): number | null;
  canTake(cell: number): boolean;
  canPan(): boolean;
  press(cell: number | null): void;
  tap(cell: number | null, button: number): void;
  /** A piece is taken up and may be carried. */
  take(cell: number): void;
  carry(cell: number, x: number, y: number, touch: boolean): void;
  drop(cell: number, x: number, y: number): void;
  cancel(): void;
  hover(cell: number | null): void;
  pan(dx: number, dy: number): void;
  pinch(factor: number, x: number, y: number): void;
  /** A finger moves the page, by so many pixels. */
  scroll(dy: number): void;
}

/** How far a pointer goes, in pixels, before a tap becomes a drag. */
const SLACK = { mouse: 4, touch: 9 };

type Mode = 'idle' | 'pressed' | 'carrying' | 'panning' | 'pinching' | 'scrolling';

export class Pointers {
  private mode: Mode = 'idle';
  private downAt = { x: 0, y: 0, cell: null as number | null, button: 0 };
  private held = new Map<number, { x: number; y: number }>();

  constructor(private host: Host) {}

  down(event: PointerEvent, target: Element): void {
    this.held.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.held.size === 2) {
      if (this.mode === 'carrying') this.host.cancel();
      this.mode = 'pinching';
      return;
    }
    if (this.held.size > 2) return;
    const cell = this.host.cellAt(event.clientX, event.clientY);
    this.downAt = { x: event.clientX, y: event.clientY, cell, button: event.button };
    this.mode = 'pressed';
    this.host.press(cell);
    target.setPointerCapture(event.pointerId);
  }

  move(event: PointerEvent): void {
    const before = this.held.get(event.pointerId);
    if (!before) {
      if (event.pointerType !== 'touch') this.host.hover(this.host.cellAt(event.clientX, event.clientY));
      return;
    }
    if (this.mode === 'pinching') {
      this.pinch(event);
      return;
    }
    this.held.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const { cell, button } = this.downAt;
    const touch = event.pointerType === 'touch';
    if (this.mode === 'pressed') {
      const far = Math.hypot(event.clientX - this.downAt.x, event.clientY - this.downAt.y);
      if (far < (touch ? SLACK.touch : SLACK.mouse)) return;
      if (cell !== null && button === 0 && this.host.canTake(cell)) {
        this.mode = 'carrying';
        this.host.take(cell);
      } else if (this.host.canPan()) {
        this.mode = 'panning';
      } else if (touch) {
        // The board keeps the browser from scrolling, or two fingers could not zoom. A tall board fills a phone, though:
        // where there is nothing to take up the page must still move.
        this.mode = 'scrolling';
      } else {
        return;
      }
    }
    if (this.mode === 'carrying' && cell !== null) this.host.carry(cell, event.clientX, event.clientY, touch);
    else if (this.mode === 'panning') this.host.pan(event.clientX - before.x, event.clientY - before.y);
    else if (this.mode === 'scrolling') this.host.scroll(before.y - event.clientY);
  }

  up(event: PointerEvent): void {
    if (!this.held.delete(event.pointerId)) return;
    const mode = this.mode;
    if (mode === 'pinching') {
      if (this.held.size === 0) this.mode = 'idle';
      return;
    }
    this.mode = 'idle';
    const { cell, button, x, y } = this.downAt;
    if (mode === 'carrying' && cell !== null) this.host.drop(cell, event.clientX, event.clientY);
    else if (mode === 'pressed' && Math.hypot(event.clientX - x, event.clientY - y) < 20)
      this.host.tap(cell, button);
  }

  lost(event: PointerEvent): void {
    this.held.delete(event.pointerId);
    if (this.mode === 'carrying') this.host.cancel();
    if (this.held.size === 0) this.mode = 'idle';
  }

  private pinch(event: PointerEvent): void {
    const [a, b] = [...this.held.values()];
    if (!a || !b) return;
    const spread = Math.hypot(a.x - b.x, a.y - b.y);
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    this.held.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const [c, d] = [...this.held.values()];
    if (!c || !d) return;
    const after = { x: (c.x + d.x) / 2, y: (c.y + d.y) / 2 };
    this.host.pan(after.x - middle.x, after.y - middle.y);
    const now = Math.hypot(c.x - d.x, c.y - d.y);
    if (spread > 0) this.host.pinch(now / spread, after.x, after.y);
  }
}
