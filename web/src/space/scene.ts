// The scene. It is drawn in a few calls, however large the board: the ground and what lies or stands on it are quads of one
// mesh, sorted from floor to floor and from far to near; slabs, rails and posts are the boxes of another; arrows a third.
// A frame is drawn only when something has changed.

import {
  BoxGeometry,
  BufferGeometry,
  CanvasTexture,
  CylinderGeometry,
  DynamicDrawUsage,
  Float32BufferAttribute,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  InstancedInterleavedBuffer,
  InterleavedBufferAttribute,
  LinearFilter,
  LinearMipmapNearestFilter,
  Mesh,
  PerspectiveCamera,
  PlaneGeometry,
  Scene,
  Vector3,
  WebGLRenderer,
  type ShaderMaterial,
} from 'three';
import type { TrackedPiece } from '../board/reconcile';
import type { Arrow } from '../board/types';
import type { Arrangement, Seat } from './arrange';
import { nameKey, OUTLINE_SIZE, pieceKey, type Atlas, type Sprite } from './atlas';
import {
  axes,
  between,
  dot,
  FIELD_OF_VIEW,
  fit,
  firstView,
  limited,
  type Fit,
  type Vec,
  type View,
} from './camera';
import { ARROWS, mix, type Colour, type Palette } from './colours';
import { arrowMaterial, boxMaterial, quadMaterial, sharedUniforms } from './materials';
import { arrowLine, tube } from './paths';
import { webgl } from './webgl';

/** What is shown on cells besides pieces. */
export interface Marking {
  /** The colour laid over each cell, and how much of it. */
  tints: Map<number, { colour: Colour; amount: number }>;
  /** Signs that lie on cells. */
  signs: { cell: number; shape: 'disc' | 'ring' | 'frame' | 'dots'; size: number; colour: Colour }[];
  arrows: Arrow[];
  /** The cells of the selected piece, which is lifted. */
  lifted: number[];
}

/** What a frame has cost. */
export interface FrameStats {
  calls: number;
  frames: number;
  /** Milliseconds of script of the last frames. */
  script: number[];
}

interface Standing {
  letter: string;
  side: 'white' | 'black';
  part: number;
  cell: number;
  from: Vec | null;
  at: Vec;
  /** When the piece began to move. */
  since: number;
}

const FLOATS = 16;
const MOVE_MS = 230;
const VIEW_MS = 380;
const FLAT = 0;
const PIECE = 1;
const NAME = 2;

export class SpaceScene {
  readonly stats: FrameStats = { calls: 0, frames: 0, script: [] };
  view: View = firstView('flat');
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera();
  private readonly uniforms = sharedUniforms();
  private readonly quads: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  private boxes: Mesh<InstancedBufferGeometry, ShaderMaterial> | null = null;
  private table: Mesh<InstancedBufferGeometry, ShaderMaterial> | null = null;
  private readonly arrows: Mesh<BufferGeometry, ShaderMaterial>;
  private readonly boxShader: ShaderMaterial;
  private data = new Float32Array(0);
  private buffer: InstancedInterleavedBuffer | null = null;
  private count = 0;
  private arrangement: Arrangement | null = null;
  private atlas: Atlas | null = null;
  private palette: Palette | null = null;
  private standing = new Map<string, Standing>();
  private marking: Marking = { tints: new Map(), signs: [], arrows: [], lifted: [] };
  private focus: number | null = null;
  private size = { width: 1, height: 1 };
  /** The height in pixels that the controls cover. */
  private covered = 0;
  private distance = 10;
  private target: Vec = [0, 0, 0];
  private request = 0;
  private known: { points: Vec[]; key: string; fit: Fit } | null = null;
  private moving: { from: View; to: View; since: number } | null = null;
  private detail = 1;
  private slow = 0;
  private lastFrame = 0;
  private disposed = false;

  constructor(canvas: HTMLCanvasElement) {
    const software = webgl() === 'software';
    this.renderer = new WebGLRenderer({ canvas, alpha: true, antialias: !software });
    this.detail = software ? 1 : Math.min(devicePixelRatio || 1, 2);
    this.renderer.setClearColor(0x000000, 0);
    this.quads = new Mesh(new InstancedBufferGeometry(), quadMaterial(this.uniforms));
    const arrowGeometry = new BufferGeometry();
    this.arrows = new Mesh(arrowGeometry, arrowMaterial(this.uniforms));
    this.boxShader = boxMaterial(this.uniforms);
    this.quads.renderOrder = 1;
    this.arrows.renderOrder = 2;
    for (const mesh of [this.quads, this.arrows]) {
      mesh.frustumCulled = false;
      this.scene.add(mesh);
    }
    this.scene.matrixWorldAutoUpdate = false;
    this.camera.matrixAutoUpdate = false;
  }

  dispose(): void {
    this.disposed = true;
    cancelAnimationFrame(this.request);
    for (const mesh of [this.quads, this.boxes, this.table, this.arrows]) mesh?.geometry.dispose();
    for (const mesh of [this.quads, this.arrows]) mesh.material.dispose();
    this.boxShader.dispose();
    (this.uniforms.uAtlas?.value as CanvasTexture | null)?.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  resize(width: number, height: number, covered = this.covered): void {
    if (width < 1 || height < 1) return;
    this.covered = covered;
    this.size = { width, height };
    this.renderer.setPixelRatio(this.detail);
    this.renderer.setSize(width, height, false);
    this.invalidate();
  }

  setAtlas(atlas: Atlas, palette: Palette): void {
    (this.uniforms.uAtlas?.value as CanvasTexture | null)?.dispose();
    const texture = new CanvasTexture(atlas.canvas);
    texture.premultiplyAlpha = true;
    texture.minFilter = LinearMipmapNearestFilter;
    texture.magFilter = LinearFilter;
    texture.generateMipmaps = true;
    texture.anisotropy = Math.min(4, this.renderer.capabilities.getMaxAnisotropy());
    if (this.uniforms.uAtlas) this.uniforms.uAtlas.value = texture;
    this.atlas = atlas;
    this.palette = palette;
    (this.uniforms.uGround?.value as Vector3).set(...palette.get('--bg'));
    if (this.arrangement) this.setArrangement(this.arrangement);
    this.drawArrows();
    this.invalidate();
  }

  setArrangement(arrangement: Arrangement): void {
    this.arrangement = arrangement;
    for (const piece of this.standing.values()) {
      piece.at = place(arrangement.seats[piece.cell]);
      piece.from = null;
    }
    this.makeBoxes(arrangement);
    this.drawArrows();
    this.invalidate();
  }

  /** The pieces as they stand. Those that have moved glide to their new cells. */
  setPieces(pieces: TrackedPiece[], animate: boolean): void {
    const seats = this.arrangement?.seats ?? [];
    const now = performance.now();
    const next = new Map<string, Standing>();
    for (const piece of pieces) {
      piece.cells.forEach((cell, part) => {
        const key = `${piece.id} ${part}`;
        const old = this.standing.get(key);
        const at = place(seats[cell]);
        const moved = old !== undefined && old.cell !== cell;
        next.set(key, {
          letter: piece.letter,
          side: piece.side,
          part,
          cell,
          at,
          from: moved && animate ? old.at : old && !moved ? old.from : null,
          since: moved ? now : (old?.since ?? 0),
        });
      });
    }
    this.standing = next;
    this.invalidate();
  }

  setMarking(marking: Marking): void {
    this.marking = marking;
    this.drawArrows();
    this.invalidate();
  }

  /** Shows one floor, and the others faintly; null shows all. */
  setFocus(floor: number | null): void {
    this.focus = floor;
    this.invalidate();
  }

  setView(view: View, glide: boolean): void {
    const to = limited(view);
    if (glide) this.moving = { from: this.view, to, since: performance.now() };
    else {
      this.moving = null;
      this.view = to;
    }
    this.invalidate();
  }

  invalidate(): void {
    if (this.request !== 0 || this.disposed) return;
    this.request = requestAnimationFrame((now) => this.frame(now));
  }

  /** Moves the point looked at, by pixels on the screen. */
  pan(dx: number, dy: number): void {
    const { right, up } = axes(this.view);
    const k = (2 * Math.tan(FIELD_OF_VIEW / 2) * (this.distance / this.view.zoom)) / this.size.height;
    const shift = this.view.shift.map(
      (value, i) => value - (right[i] ?? 0) * dx * k + (up[i] ?? 0) * dy * k,
    ) as Vec;
    this.setView({ ...this.view, shift }, false);
  }

  private frame(now: number): void {
    this.request = 0;
    if (this.disposed || !this.arrangement || !this.atlas) return;
    const start = performance.now();
    let again = false;
    if (this.moving) {
      const t = Math.min(1, (start - this.moving.since) / VIEW_MS);
      this.view = between(this.moving.from, this.moving.to, 1 - (1 - t) ** 3);
      if (t >= 1) this.moving = null;
      else again = true;
    }
    this.aim();
    again = this.fill(start) || again;
    this.renderer.render(this.scene, this.camera);
    this.stats.calls = this.renderer.info.render.calls;
    this.stats.frames += 1;
    this.stats.script.push(performance.now() - start);
    if (this.stats.script.length > 120) this.stats.script.shift();
    this.adapt(now, again);
    this.lastFrame = now;
    if (again) this.invalidate();
  }

  /** Fewer pixels, if several frames in a row take long. */
  private adapt(now: number, again: boolean): void {
    const took = now - this.lastFrame;
    this.slow = again && took > 70 && took < 400 ? this.slow + 1 : 0;
    if (this.slow < 6 || this.detail <= 0.75) return;
    this.slow = 0;
    this.detail = Math.max(0.75, this.detail * 0.75);
    this.resize(this.size.width, this.size.height);
  }

  /** Puts the camera where the view says. */
  private aim(): void {
    const points = this.arrangement?.extent;
    if (!points || points.length === 0) return;
    const aspect = this.size.width / this.size.height;
    const basis = axes(this.view);
    const found = this.fitted(points, aspect);
    this.distance = found.distance;
    const away = this.distance / this.view.zoom;
    this.target = found.target.map((value, i) => value + (this.view.shift[i] ?? 0)) as Vec;
    const { size } = found;
    const { right, up, back } = basis;
    const eye = this.eye();
    this.camera.matrix.set(
      right[0], up[0], back[0], eye[0],
      right[1], up[1], back[1], eye[1],
      right[2], up[2], back[2], eye[2],
      0, 0, 0, 1,
    ); // prettier-ignore
    this.camera.matrixWorld.copy(this.camera.matrix);
    this.camera.matrixWorldInverse.copy(this.camera.matrix).invert();
    this.camera.fov = (FIELD_OF_VIEW * 180) / Math.PI;
    this.camera.aspect = aspect;
    this.camera.near = Math.max(0.2, away - size * 2.2);
    this.camera.far = away + size * 3;
    this.camera.updateProjectionMatrix();
    (this.uniforms.uRight?.value as Vector3).set(...right);
    (this.uniforms.uUp?.value as Vector3).set(...up);
    (this.uniforms.uBack?.value as Vector3).set(...back);
    (this.uniforms.uFade?.value as Vector3).set(away - size * 0.2, away + size, 0.2);
    if (this.uniforms.uSize) this.uniforms.uSize.value = size;
    if (this.uniforms.uFoot) this.uniforms.uFoot.value = this.foot();
  }

  /** What fits the board into the picture, which depends on the direction only. */
  private fitted(points: Vec[], aspect: number): Fit {
    const { azimuth, elevation } = this.view;
    const key = [azimuth, elevation, aspect, this.covered, this.size.height].join(' ');
    if (this.known?.points !== points || this.known.key !== key) {
      const covered = Math.min(0.2, this.covered / this.size.height);
      this.known = { points, key, fit: fit(this.view, points, aspect, covered) };
    }
    return this.known.fit;
  }

  private eye(): Vec {
    const { back } = axes(this.view);
    const away = this.distance / this.view.zoom;
    return [
      this.target[0] + back[0] * away,
      this.target[1] + back[1] * away,
      this.target[2] + back[2] * away,
    ];
  }

  /** How far the middle of a piece is above its foot, in its height. From above a piece lies on the middle of its cell. */
  private foot(): number {
    return 0.4 * (1 - Math.sin(this.view.elevation) ** 4);
  }

  /** Writes all quads in the order in which they are drawn. Returns whether a piece is still moving. */
  private fill(now: number): boolean {
    const it = this.arrangement;
    if (!it || !this.palette || !this.atlas) return false;
    const most = it.shades.length + it.seats.length * 4 + it.labels.length + this.marking.signs.length + 64;
    if (this.data.length < most * FLOATS) this.allocate(most);
    this.count = 0;
    let moving = false;
    const dark = document.documentElement.dataset.theme === 'dark';
    const { back } = axes(this.view);
    for (const shade of it.shades)
      this.flat('ground', [shade.x, shade.y, shade.z], shade.w, shade.d, [0, 0, 0], dark ? 0.5 : 0.2);

    const light = this.palette.get('--cell-light');
    const deep = this.palette.get('--cell-dark');
    const floors = Math.max(1, it.floors.length);
    const order = Array.from({ length: floors }, (_, i) => i);
    // The chosen floor is drawn first. The others are seen through.
    if (this.focus !== null) order.sort((a, b) => Number(b === this.focus) - Number(a === this.focus));
    const lifted = new Set(this.marking.lifted);
    for (const floor of order) {
      const alone = this.focus === null || this.focus === floor;
      const opacity = this.focus === null ? it.opacity : alone ? 0.96 : 0.1;
      it.seats.forEach((seat, cell) => {
        if (seat.floor !== floor) return;
        const tint = this.marking.tints.get(cell);
        const base = seat.dark ? deep : light;
        this.cell(
          'cell',
          seat,
          0,
          it.outline ? OUTLINE_SIZE / 100 : 1,
          tint ? mix(base, tint.colour, tint.amount) : base,
          tint && alone ? Math.max(opacity, 0.86) : opacity,
        );
      });
      const pieces = [...this.standing.values()].filter((piece) => it.seats[piece.cell]?.floor === floor);
      const placed = pieces.map((piece) => {
        let at = piece.at;
        if (piece.from) {
          const t = Math.min(1, (now - piece.since) / MOVE_MS);
          const k = t * t * (3 - 2 * t);
          const from = piece.from;
          at = [
            from[0] + (at[0] - from[0]) * k,
            from[1] + (at[1] - from[1]) * k + Math.sin(Math.PI * k) * 0.5,
            from[2] + (at[2] - from[2]) * k,
          ];
          if (t >= 1) piece.from = null;
          else moving = true;
        }
        const raise = lifted.has(piece.cell) ? 0.2 : 0;
        return { piece, at, raise };
      });
      for (const { at, raise } of placed) {
        this.flat(
          'shadow',
          [at[0] + 0.05, at[1] + 0.012, at[2] + 0.02],
          0.86,
          0.7,
          [0, 0, 0],
          alone ? 0.36 - raise : 0.06,
        );
      }
      for (const sign of this.marking.signs) {
        const seat = it.seats[sign.cell];
        if (seat?.floor === floor)
          this.cell(sign.shape, seat, 0.022, sign.size, sign.colour, alone ? 0.92 : 0.2);
      }
      const upright: { depth: number; draw: () => void }[] = placed.map(({ piece, at, raise }) => ({
        depth: dot(back, at),
        draw: () =>
          this.quad(
            pieceKey(piece.letter, piece.side, piece.part),
            [at[0], at[1] + 0.03 + raise, at[2]],
            it.piece,
            it.piece,
            0,
            0,
            [1, 1, 1],
            alone ? 1 : 0.3,
            PIECE,
          ),
      }));
      for (const label of it.labels) {
        if (label.floor !== floor || (label.minor && this.focus !== floor)) continue;
        const key = nameKey(label.text, label.strong);
        upright.push({
          depth: dot(back, [label.x, label.y, label.z]),
          draw: () =>
            this.quad(
              key,
              [label.x, label.y, label.z],
              label.size * (this.atlas?.ratios.get(key) ?? 1),
              label.size,
              0,
              0,
              [1, 1, 1],
              alone ? 1 : 0.25,
              NAME,
            ),
        });
      }
      upright.sort((a, b) => a.depth - b.depth);
      for (const one of upright) one.draw();
    }
    this.quads.geometry.instanceCount = this.count;
    if (this.buffer) {
      this.buffer.clearUpdateRanges();
      this.buffer.addUpdateRange(0, this.count * FLOATS);
      this.buffer.needsUpdate = true;
    }
    return moving;
  }

  private allocate(most: number): void {
    this.data = new Float32Array(most * FLOATS);
    const geometry = new InstancedBufferGeometry();
    const plane = new PlaneGeometry(1, 1, 1, 2);
    geometry.setIndex(plane.getIndex());
    geometry.setAttribute('position', plane.getAttribute('position'));
    this.buffer = new InstancedInterleavedBuffer(this.data, FLOATS);
    this.buffer.setUsage(DynamicDrawUsage);
    let offset = 0;
    for (const [name, size] of [
      ['aPlace', 3],
      ['aSize', 4],
      ['aSprite', 4],
      ['aColour', 4],
      ['aKind', 1],
    ] as const) {
      geometry.setAttribute(name, new InterleavedBufferAttribute(this.buffer, size, offset));
      offset += size;
    }
    this.quads.geometry.dispose();
    this.quads.geometry = geometry;
  }

  private quad(
    key: string,
    at: Vec,
    w: number,
    h: number,
    turn: number,
    taper: number,
    colour: Colour,
    alpha: number,
    kind: number,
  ): void {
    const sprite: Sprite | undefined = this.atlas?.sprites.get(key);
    if (!sprite || (this.count + 1) * FLOATS > this.data.length) return;
    this.data.set(
      [...at, w, h, turn, taper, ...sprite, colour[0], colour[1], colour[2], alpha, kind],
      this.count * FLOATS,
    );
    this.count += 1;
  }

  private flat(key: string, at: Vec, w: number, h: number, colour: Colour, alpha: number): void {
    this.quad(key, at, w, h, 0, 0, colour, alpha, FLAT);
  }

  /** Something on a cell, as wide as a part of it. Round signs stay round. */
  private cell(key: string, seat: Seat, above: number, part: number, colour: Colour, alpha: number): void {
    const round = key === 'disc' || key === 'ring';
    const w = seat.width * part;
    const h = round ? w : seat.depth * part;
    const taper = round ? 0 : seat.taper;
    this.quad(key, [seat.x, seat.y + above, seat.z], w, h, seat.turn, taper, colour, alpha, FLAT);
  }

  private makeBoxes(it: Arrangement): void {
    for (const mesh of [this.boxes, this.table]) {
      if (!mesh) continue;
      this.scene.remove(mesh);
      mesh.geometry.dispose();
    }
    this.boxes = this.table = null;
    const palette = this.palette;
    if (!palette) return;
    const line = palette.get('--cell-line');
    const slab = mix(line, palette.get('--cell-dark'), 0.25);
    if (it.blocks.length > 0) {
      this.boxes = this.instances(
        new BoxGeometry(1, 1, 1),
        it.blocks.map((block) => ({
          at: [block.x, block.y, block.z],
          scale: [block.w, block.h, block.d],
          colour: block.kind === 'slab' ? slab : line,
        })),
      );
    }
    if (it.table > 0) {
      const wood = mix(mix(palette.get('--bg'), palette.get('--cell-line'), 0.34), [0.5, 0.33, 0.16], 0.16);
      this.table = this.instances(new CylinderGeometry(1, 0.985, 1, 96), [
        { at: [0, -0.29, 0], scale: [it.table, 0.5, it.table], colour: wood },
      ]);
    }
  }

  private instances(
    shape: BufferGeometry,
    parts: { at: Vec; scale: Vec; colour: Colour }[],
  ): Mesh<InstancedBufferGeometry, ShaderMaterial> {
    const geometry = new InstancedBufferGeometry();
    geometry.setIndex(shape.getIndex());
    geometry.setAttribute('position', shape.getAttribute('position'));
    geometry.setAttribute('normal', shape.getAttribute('normal'));
    const list = (name: string, of: (part: (typeof parts)[number]) => number[]): void => {
      geometry.setAttribute(name, new InstancedBufferAttribute(new Float32Array(parts.flatMap(of)), 3));
    };
    list('aPlace', (part) => part.at);
    list('aScale', (part) => part.scale);
    list('aColour', (part) => part.colour);
    geometry.instanceCount = parts.length;
    const mesh = new Mesh(geometry, this.boxShader);
    mesh.frustumCulled = false;
    this.scene.add(mesh);
    return mesh;
  }

  private drawArrows(): void {
    const seats = this.arrangement?.seats ?? [];
    const positions: number[] = [];
    const colours: number[] = [];
    for (const arrow of this.marking.arrows) {
      const points = arrow.path.flatMap((cell) => (seats[cell] ? [place(seats[cell])] : []));
      const colour = this.palette?.get(ARROWS[arrow.role] ?? '--on-board') ?? [0.5, 0.5, 0.5];
      const shades: number[] = [];
      const strong = ['best', 'premove', 'hint'].includes(arrow.role);
      tube(arrowLine(points), strong ? 0.075 : 0.045, positions, shades);
      const alpha = arrow.role === 'line' ? 0.5 : 0.85;
      for (const shade of shades)
        colours.push(colour[0] * shade, colour[1] * shade, colour[2] * shade, alpha);
    }
    this.arrows.geometry.dispose();
    this.arrows.geometry = new BufferGeometry();
    this.arrows.geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
    this.arrows.geometry.setAttribute('aColour', new Float32BufferAttribute(colours, 4));
    this.arrows.visible = positions.length > 0;
  }

  /** Where the middle of a cell, or of the piece on it, is on the screen, in pixels of the canvas. */
  screen(cell: number): { x: number; y: number } | null {
    const seat = this.arrangement?.seats[cell];
    if (!seat) return null;
    this.aim();
    const { right, up, back } = axes(this.view);
    const eye = this.eye();
    const stands = [...this.standing.values()].some((piece) => piece.cell === cell);
    const above = stands ? this.foot() * (this.arrangement?.piece ?? 1) : 0;
    const to = [0, 1, 2].map((i) => (place(seat)[i] ?? 0) + (up[i] ?? 0) * above - (eye[i] ?? 0)) as Vec;
    const depth = -dot(back, to);
    const v = Math.tan(FIELD_OF_VIEW / 2);
    const h = (v * this.size.width) / this.size.height;
    return {
      x: ((dot(right, to) / depth / h + 1) / 2) * this.size.width,
      y: ((1 - dot(up, to) / depth / v) / 2) * this.size.height,
    };
  }

  /** The cell at a point of the canvas. Of several that lie behind each other, the nearest that is wanted is taken. */
  cellAt(x: number, y: number, wanted: (cell: number) => boolean): number | null {
    const it = this.arrangement;
    if (!it) return null;
    const { right, up, back } = axes(this.view);
    const eye = this.eye();
    const v = Math.tan(FIELD_OF_VIEW / 2);
    const h = (v * this.size.width) / this.size.height;
    const nx = ((x / this.size.width) * 2 - 1) * h;
    const ny = (1 - (y / this.size.height) * 2) * v;
    const ray = [0, 1, 2].map((i) => (right[i] ?? 0) * nx + (up[i] ?? 0) * ny - (back[i] ?? 0)) as Vec;
    const hits: { cell: number; depth: number }[] = [];
    const shown = (seat: Seat | undefined): seat is Seat =>
      seat !== undefined && (this.focus === null || seat.floor === this.focus);
    it.seats.forEach((seat, cell) => {
      if (!shown(seat) || ray[1] > -1e-6) return;
      const t = (seat.y - eye[1]) / ray[1];
      if (t <= 0) return;
      const dx = eye[0] + ray[0] * t - seat.x;
      const dz = eye[2] + ray[2] * t - seat.z;
      const c = Math.cos(seat.turn);
      const s = Math.sin(seat.turn);
      const lx = c * dx - s * dz;
      const lz = s * dx + c * dz;
      if (Math.abs(lz) > seat.depth / 2) return;
      if (Math.abs(lx) > (seat.width / 2) * (1 - (seat.taper * lz) / seat.depth)) return;
      hits.push({ cell, depth: t });
    });
    const foot = this.foot();
    for (const piece of this.standing.values()) {
      if (!shown(it.seats[piece.cell])) continue;
      const to: Vec = [piece.at[0] - eye[0], piece.at[1] - eye[1], piece.at[2] - eye[2]];
      const depth = -dot(back, to);
      const px = (nx * depth - dot(right, to)) / it.piece;
      const py = (ny * depth - dot(up, to)) / it.piece - foot;
      // Pieces stand a little nearer than their cells.
      if (Math.abs(px) < 0.32 && py > -0.42 && py < 0.36)
        hits.push({ cell: piece.cell, depth: depth - 0.45 });
    }
    hits.sort((a, b) => a.depth - b.depth);
    return (hits.find((hit) => wanted(hit.cell)) ?? hits[0])?.cell ?? null;
  }
}

function place(seat: Seat | undefined): Vec {
  return seat ? [seat.x, seat.y, seat.z] : [0, 0, 0];
}
