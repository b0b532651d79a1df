// The scene. It is drawn in a few calls, however large the board: the ground and what lies or stands on it are quads of one
// mesh, sorted from floor to floor and from far to near; slabs, rails and posts are the boxes of another; arrows a third.
// A frame is drawn only when something has changed.

import {
  BufferGeometry,
  CanvasTexture,
  LinearFilter,
  LinearMipmapNearestFilter,
  Mesh,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
  type ShaderMaterial,
} from 'three';
import type { TrackedPiece } from '../board/reconcile';
import { middleOf, type Arrangement } from './arrange';
import type { Atlas } from './atlas';
import {
  axes,
  between,
  FIELD_OF_VIEW,
  fit,
  firstView,
  limited,
  type Fit,
  type Vec,
  type View,
} from './camera';
import type { Palette } from './colours';
import { writeContents, type Marking, type Standing } from './contents';
import { arrowMaterial, boxMaterial, quadMaterial, sharedUniforms } from './materials';
import { lensOf, pick, project } from './pick';
import { Quads } from './quads';
import { arrowsOf, solidsOf, type Solid } from './solids';
import { webgl } from './webgl';

/** What a frame has cost. */
export interface FrameStats {
  calls: number;
  frames: number;
  /** Milliseconds of script of the last frames. */
  script: number[];
}

const VIEW_MS = 380;
export class SpaceScene {
  readonly stats: FrameStats = { calls: 0, frames: 0, script: [] };
  view: View = firstView('flat');
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera();
  private readonly uniforms = sharedUniforms();
  private readonly quads: Quads;
  private solids: Solid[] = [];
  private readonly arrows: Mesh<BufferGeometry, ShaderMaterial>;
  private readonly boxShader: ShaderMaterial;
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
    this.quads = new Quads(quadMaterial(this.uniforms));
    const arrowGeometry = new BufferGeometry();
    this.arrows = new Mesh(arrowGeometry, arrowMaterial(this.uniforms));
    this.boxShader = boxMaterial(this.uniforms);
    this.quads.mesh.renderOrder = 1;
    this.arrows.renderOrder = 2;
    this.arrows.frustumCulled = false;
    this.scene.add(this.quads.mesh, this.arrows);
    this.scene.matrixWorldAutoUpdate = false;
    this.camera.matrixAutoUpdate = false;
  }

  dispose(): void {
    this.disposed = true;
    cancelAnimationFrame(this.request);
    for (const mesh of [this.quads.mesh, this.arrows, ...this.solids]) mesh.geometry.dispose();
    for (const mesh of [this.quads.mesh, this.arrows]) mesh.material.dispose();
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
    this.quads.atlas = atlas;
    this.palette = palette;
    (this.uniforms.uGround?.value as Vector3).set(...palette.get('--bg'));
    if (this.arrangement) this.setArrangement(this.arrangement);
    this.drawArrows();
    this.invalidate();
  }

  setArrangement(arrangement: Arrangement): void {
    this.arrangement = arrangement;
    for (const piece of this.standing.values()) {
      piece.at = middleOf(arrangement.seats[piece.cell]);
      piece.from = null;
    }
    this.makeSolids();
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
        const at = middleOf(seats[cell]);
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

  private fill(now: number): boolean {
    if (!this.arrangement || !this.atlas || !this.palette) return false;
    return writeContents(this.quads, {
      arrangement: this.arrangement,
      atlas: this.atlas,
      palette: this.palette,
      standing: [...this.standing.values()],
      marking: this.marking,
      focus: this.focus,
      back: axes(this.view).back,
      now,
    });
  }

  private makeSolids(): void {
    for (const mesh of this.solids) {
      this.scene.remove(mesh);
      mesh.geometry.dispose();
    }
    this.solids =
      this.arrangement && this.palette ? solidsOf(this.arrangement, this.palette, this.boxShader) : [];
    for (const mesh of this.solids) this.scene.add(mesh);
  }

  private drawArrows(): void {
    const geometry =
      this.arrangement && this.palette ? arrowsOf(this.marking.arrows, this.arrangement, this.palette) : null;
    this.arrows.visible = geometry !== null;
    if (!geometry) return;
    this.arrows.geometry.dispose();
    this.arrows.geometry = geometry;
  }

  /** Where the middle of a cell, or of the piece on it, is on the screen, in pixels of the canvas. */
  screen(cell: number): { x: number; y: number } | null {
    const seat = this.arrangement?.seats[cell];
    if (!seat) return null;
    this.aim();
    const stands = [...this.standing.values()].some((piece) => piece.cell === cell);
    return project(
      lensOf(this.view, this.eye(), this.size),
      seat,
      stands ? this.foot() * (this.arrangement?.piece ?? 1) : 0,
    );
  }

  /** The cell at a point of the canvas. Of several that lie behind each other, the nearest that is wanted is taken. */
  cellAt(x: number, y: number, wanted: (cell: number) => boolean): number | null {
    if (!this.arrangement) return null;
    const lens = lensOf(this.view, this.eye(), this.size);
    const { arrangement, focus } = this;
    const bodies = this.standing.values();
    return pick(lens, { arrangement, bodies, foot: this.foot(), focus }, { x, y }, wanted);
  }
}
