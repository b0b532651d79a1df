// Recognises taps, drags, pans and pinches of mice, pens and fingers.

/** Where a tap was, in pixels of the window. */
export interface PressPoint {
  x: number;
  y: number;
  touch: boolean;
}

/** What the board does when a gesture is recognised. */
interface Host {
  cellAt(x: number, y: number): number | null;
  canPickUp(cell: number): boolean;
  canPan(): boolean;
  press(cell: number | null): void;
  tap(cell: number | null, button: number, at: PressPoint): void;
  /** A finger rests on a cell. */
  hold?(cell: number): void;
  /** Whether the right button draws. */
  canDraw(): boolean;
  /** The right button draws from one cell to another; `over` is null while it is not on one. */
  drawing(from: number, over: number | null, event: PointerEvent): void;
  drawn(from: number, to: number | null, event: PointerEvent): void;
  /** A drag starts on a piece. */
  pickUp(cell: number): void;
  drag(cell: number, x: number, y: number, touch: boolean): void;
  /** Returns whether something was done; if not, a quick swipe of a finger scrolls the page. */
  drop(cell: number, x: number, y: number, swipe: boolean): boolean;
  cancel(): void;
  hover(cell: number | null): void;
  pan(dx: number, dy: number): void;
  pinch(factor: number, x: number, y: number): void;
  /** A finger scrolls the page, by a number of pixels. */
  scroll(dy: number): void;
}

/** The distance in pixels after which a tap becomes a drag. */
const DRAG_START_PX = { mouse: 4, touch: 9 };
/** The time in milliseconds after which a finger rests. */
const HOLD_MS = 450;
/** A finger that leaves the board within this time swipes; one that takes longer drags. */
const SWIPE_MS = 450;

type Mode = 'idle' | 'pressed' | 'dragging' | 'panning' | 'pinching' | 'scrolling' | 'drawing';

export class Pointers {
  private mode: Mode = 'idle';
  private downAt = { x: 0, y: 0, cell: null as number | null, button: 0, ms: 0 };
  /** The positions of the pointers that are down. */
  private pressed = new Map<number, { x: number; y: number }>();

  private holding: ReturnType<typeof setTimeout> | undefined;
  /** The finger has rested on its cell, so that lifting it is no tap. */
  private held = false;

  constructor(private host: Host) {}

  /** Waits whether a finger rests where it was put down. */
  private awaitHold(event: PointerEvent, cell: number | null): void {
    clearTimeout(this.holding);
    this.held = false;
    if (event.pointerType === 'mouse' || cell === null) return;
    this.holding = setTimeout(() => {
      if (this.mode !== 'pressed' || this.pressed.size !== 1) return;
      this.held = true;
      this.host.hold?.(cell);
    }, HOLD_MS);
  }

  down(event: PointerEvent, target: Element): void {
    this.pressed.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pressed.size === 2) {
      if (this.mode === 'dragging' || this.mode === 'drawing') this.host.cancel();
      this.mode = 'pinching';
      return;
    }
    if (this.pressed.size > 2) return;
    const cell = this.host.cellAt(event.clientX, event.clientY);
    this.downAt = { x: event.clientX, y: event.clientY, cell, button: event.button, ms: event.timeStamp };
    this.mode = event.button === 2 && cell !== null && this.host.canDraw() ? 'drawing' : 'pressed';
    if (this.mode === 'pressed') {
      this.host.press(cell);
      this.awaitHold(event, cell);
    }
    target.setPointerCapture(event.pointerId);
  }

  move(event: PointerEvent): void {
    const before = this.pressed.get(event.pointerId);
    if (!before) {
      if (event.pointerType !== 'touch') this.host.hover(this.host.cellAt(event.clientX, event.clientY));
      return;
    }
    if (this.mode === 'pinching') {
      this.pinch(event);
      return;
    }
    this.pressed.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const { cell, button } = this.downAt;
    const touch = event.pointerType === 'touch';
    if (this.mode === 'pressed') {
      const far = Math.hypot(event.clientX - this.downAt.x, event.clientY - this.downAt.y);
      if (far < (touch ? DRAG_START_PX.touch : DRAG_START_PX.mouse)) return;
      if (cell !== null && button === 0 && this.host.canPickUp(cell)) {
        this.mode = 'dragging';
        this.host.pickUp(cell);
      } else if (this.host.canPan()) {
        this.mode = 'panning';
      } else if (touch) {
        // The browser does not scroll on the board, so that two fingers can zoom. But a tall board fills a phone, so the
        // page must still scroll where there is no piece to pick up.
        this.mode = 'scrolling';
      } else {
        return;
      }
    }
    if (this.mode === 'drawing' && cell !== null)
      this.host.drawing(cell, this.host.cellAt(event.clientX, event.clientY), event);
    else if (this.mode === 'dragging' && cell !== null)
      this.host.drag(cell, event.clientX, event.clientY, touch);
    else if (this.mode === 'panning') this.host.pan(event.clientX - before.x, event.clientY - before.y);
    else if (this.mode === 'scrolling') this.host.scroll(before.y - event.clientY);
  }

  up(event: PointerEvent): void {
    if (!this.pressed.delete(event.pointerId)) return;
    clearTimeout(this.holding);
    const mode = this.mode;
    if (mode === 'pinching') {
      if (this.pressed.size === 0) this.mode = 'idle';
      return;
    }
    this.mode = 'idle';
    const { cell, button, x, y, ms } = this.downAt;
    const touch = event.pointerType === 'touch';
    if (mode === 'drawing' && cell !== null)
      this.host.drawn(cell, this.host.cellAt(event.clientX, event.clientY), event);
    else if (mode === 'dragging' && cell !== null) {
      const swipe = touch && event.timeStamp - ms < SWIPE_MS;
      if (!this.host.drop(cell, event.clientX, event.clientY, swipe) && swipe)
        this.host.scroll(y - event.clientY);
    } else if (mode === 'pressed' && !this.held && Math.hypot(event.clientX - x, event.clientY - y) < 20)
      this.host.tap(cell, button, { x: event.clientX, y: event.clientY, touch });
  }

  cancel(event: PointerEvent): void {
    clearTimeout(this.holding);
    this.pressed.delete(event.pointerId);
    if (this.mode === 'dragging' || this.mode === 'drawing') this.host.cancel();
    if (this.pressed.size === 0) this.mode = 'idle';
  }

  private pinch(event: PointerEvent): void {
    const [a, b] = [...this.pressed.values()];
    if (!a || !b) return;
    const spread = Math.hypot(a.x - b.x, a.y - b.y);
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    this.pressed.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const [c, d] = [...this.pressed.values()];
    if (!c || !d) return;
    const after = { x: (c.x + d.x) / 2, y: (c.y + d.y) / 2 };
    this.host.pan(after.x - middle.x, after.y - middle.y);
    const now = Math.hypot(c.x - d.x, c.y - d.y);
    if (spread > 0) this.host.pinch(now / spread, after.x, after.y);
  }
}
