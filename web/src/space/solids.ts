// What has a body: slabs, rails and posts are boxes, drawn in one call; a table; arrows.

import {
  BoxGeometry,
  BufferGeometry,
  CylinderGeometry,
  Float32BufferAttribute,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  type ShaderMaterial,
} from 'three';
import type { Arrow } from '../board/types';
import { middleOf, type Arrangement } from './arrange';
import type { Vec } from './camera';
import { mix, type Colour, type Palette } from './colours';
import { arrowLine, tube } from './paths';

export type Solid = Mesh<InstancedBufferGeometry, ShaderMaterial>;

/** The slabs, rails, posts and the table of a board. */
export function solidsOf(it: Arrangement, palette: Palette, material: ShaderMaterial): Solid[] {
  const solids: Solid[] = [];
  const line = palette.get('--cell-line');
  const slab = mix(line, palette.get('--cell-dark'), 0.25);
  if (it.blocks.length > 0) {
    const parts = it.blocks.map((block) => ({
      at: [block.x, block.y, block.z] as Vec,
      scale: [block.w, block.h, block.d] as Vec,
      colour: block.kind === 'slab' ? slab : line,
    }));
    solids.push(instances(new BoxGeometry(1, 1, 1), parts, material));
  }
  if (it.table > 0) {
    const wood = mix(mix(palette.get('--bg'), line, 0.34), [0.5, 0.33, 0.16], 0.16);
    const part = { at: [0, -0.29, 0] as Vec, scale: [it.table, 0.5, it.table] as Vec, colour: wood };
    solids.push(instances(new CylinderGeometry(1, 0.985, 1, 96), [part], material));
  }
  return solids;
}

function instances(
  shape: BufferGeometry,
  parts: { at: Vec; scale: Vec; colour: Colour }[],
  material: ShaderMaterial,
): Solid {
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
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  return mesh;
}

/** All arrows, along the cells of their paths; null without any. */
export function arrowsOf(arrows: Arrow[], it: Arrangement, palette: Palette): BufferGeometry | null {
  const positions: number[] = [];
  const colours: number[] = [];
  for (const arrow of arrows) {
    const points = arrow.path.flatMap((cell) => {
      const seat = it.seats[cell];
      return seat ? [middleOf(seat)] : [];
    });
    const colour = palette.look(`arrow ${arrow.role}`, 'shaft').stroke;
    const shades: number[] = [];
    const strong = ['best', 'premove', 'hint'].includes(arrow.role);
    tube(arrowLine(points), strong ? 0.075 : 0.045, positions, shades);
    const alpha = arrow.role === 'line' ? 0.5 : 0.85;
    for (const shade of shades) colours.push(colour[0] * shade, colour[1] * shade, colour[2] * shade, alpha);
  }
  if (positions.length === 0) return null;
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setAttribute('aColour', new Float32BufferAttribute(colours, 4));
  return geometry;
}
