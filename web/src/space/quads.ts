// Everything that lies or stands on the board, as quads of one mesh, which are drawn in one call and in the order in which
// they are written.

import {
  DynamicDrawUsage,
  InstancedBufferGeometry,
  InstancedInterleavedBuffer,
  InterleavedBufferAttribute,
  Mesh,
  PlaneGeometry,
  type ShaderMaterial,
} from 'three';
import type { Seat } from './arrange';
import type { Atlas, Sprite } from './atlas';
import type { Vec } from './camera';
import type { Colour } from './colours';

const FLOATS = 16;

/** What a quad is: it lies on the board, or stands and faces the viewer. */
export const FLAT = 0;
export const PIECE = 1;
export const NAME = 2;

export class Quads {
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  atlas: Atlas | null = null;
  private data = new Float32Array(0);
  private buffer: InstancedInterleavedBuffer | null = null;
  private count = 0;

  constructor(material: ShaderMaterial) {
    this.mesh = new Mesh(new InstancedBufferGeometry(), material);
    this.mesh.frustumCulled = false;
  }

  /** Clears everything, with room for this many. */
  begin(most: number): void {
    if (this.data.length < most * FLOATS) this.allocate(most);
    this.count = 0;
  }

  /** Passes on what was written. */
  end(): void {
    this.mesh.geometry.instanceCount = this.count;
    if (!this.buffer) return;
    this.buffer.clearUpdateRanges();
    this.buffer.addUpdateRange(0, this.count * FLOATS);
    this.buffer.needsUpdate = true;
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
    this.mesh.geometry.dispose();
    this.mesh.geometry = geometry;
  }

  quad(
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

  flat(key: string, at: Vec, w: number, h: number, colour: Colour, alpha: number): void {
    this.quad(key, at, w, h, 0, 0, colour, alpha, FLAT);
  }

  /** Something on a cell, as wide as a part of it. Round signs stay round. */
  cell(key: string, seat: Seat, above: number, part: number, colour: Colour, alpha: number): void {
    const round = key === 'disc' || key === 'ring';
    const w = seat.width * part;
    const h = round ? w : seat.depth * part;
    const taper = round ? 0 : seat.taper;
    this.quad(key, [seat.x, seat.y + above, seat.z], w, h, seat.turn, taper, colour, alpha, FLAT);
  }
}
