// Pointers in the 3D view: a tap chooses, a drag turns the board, two fingers or the right button move it, and the wheel
// and two fingers zoom.

export interface SpaceActions {
  tap(x: number, y: number, button: number): void;
  hover(x: number, y: number): void;
  orbit(dx: number, dy: number): void;
  pan(dx: number, dy: number): void;
  zoom(factor: number): void;
}

const TAP_PX = 6;

export class SpacePointers {
  private readonly down = new Map<number, { x: number; y: number }>();
  private travelled = 0;
  private pans = false;

  constructor(private readonly actions: SpaceActions) {}

  press(event: PointerEvent): void {
    this.down.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    if (this.down.size === 1) this.travelled = 0;
    else this.travelled = Infinity;
    this.pans = event.button === 2 || event.shiftKey;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
  }

  move(event: PointerEvent): void {
    const before = this.down.get(event.pointerId);
    const now = { x: event.offsetX, y: event.offsetY };
    if (!before) {
      if (event.pointerType === 'mouse') this.actions.hover(now.x, now.y);
      return;
    }
    const dx = now.x - before.x;
    const dy = now.y - before.y;
    if (this.down.size === 2) {
      const other = [...this.down].find(([id]) => id !== event.pointerId)?.[1];
      if (other) {
        const apart = (p: { x: number; y: number }): number => Math.hypot(p.x - other.x, p.y - other.y);
        this.actions.zoom(apart(now) / Math.max(apart(before), 1));
      }
      this.actions.pan(dx / 2, dy / 2);
    } else {
      const slack = event.pointerType === 'mouse' ? TAP_PX : TAP_PX * 2;
      const still = this.travelled < slack;
      this.travelled += Math.hypot(dx, dy);
      if (still && this.travelled < slack) return;
      if (this.pans) this.actions.pan(dx, dy);
      else this.actions.orbit(dx, dy);
    }
    this.down.set(event.pointerId, now);
  }

  release(event: PointerEvent): void {
    const was = this.down.delete(event.pointerId);
    const slack = event.pointerType === 'mouse' ? TAP_PX : TAP_PX * 2;
    if (was && this.down.size === 0 && this.travelled < slack)
      this.actions.tap(event.offsetX, event.offsetY, event.button);
  }

  cancel(event: PointerEvent): void {
    this.down.delete(event.pointerId);
  }

  /** To be called for `wheel` events, which must not scroll the page. */
  wheel(event: WheelEvent): void {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 18 : 1;
    this.actions.zoom(Math.exp((-event.deltaY * lines) / 500));
  }
}
