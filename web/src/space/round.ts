// A ring on a table.

import type { Layout } from '../lib/types';
import { finish, label, type Arrangement, type ArrangeOptions, type SpaceLabel } from './arrangement';

/** A ring on a table. Cells are numbered counterclockwise. */
export function ring(layout: Layout, { explode, bottom }: ArrangeOptions): Arrangement {
  const n = layout.cells.length;
  const sectors = layout.sectors > 0 ? layout.sectors : 1;
  const per = n / sectors;
  const gap = sectors > 1 ? 0.16 : 0;
  const depth = 1.32;
  const radius = (n + sectors * gap) / (2 * Math.PI);
  const out = sectors > 1 ? explode * 2.2 : 0;
  const nearest = bottom?.white ?? (per - 1) / 2;
  const start = (cell: number): number => cell + (Math.floor(cell / per) + 0.5) * gap;
  const zero = start(Math.floor(nearest)) + (nearest - Math.floor(nearest)) + 0.5;
  const angle = (length: number): number => -Math.PI / 2 + (length - zero) / radius;
  const around = (sector: number): [number, number] => {
    const middle = angle(start(sector * per) + per / 2);
    return [out * Math.cos(middle), -out * Math.sin(middle)];
  };
  const at = (sector: number, r: number, a: number): [number, number] => {
    const [dx, dz] = around(sector);
    return [dx + r * Math.cos(a), dz - r * Math.sin(a)];
  };
  const labels: SpaceLabel[] = [];
  const seats = layout.cells.map((cell, i) => {
    const sector = Math.floor(i / per);
    const a = angle(start(i) + 0.5);
    const [x, z] = at(sector, radius, a);
    const name = layout.file_names[sector] ?? '';
    const [lx, lz] = at(sector, radius - depth / 2 - 0.4, a);
    const number = cell.name.startsWith(name) ? cell.name.slice(name.length) : cell.name;
    labels.push(label(number, lx, 0.05, lz, 0, 0.56));
    return {
      x,
      y: 0,
      z,
      width: 0.985,
      depth,
      taper: depth / radius,
      turn: Math.atan2(-Math.cos(a), Math.sin(a)),
      dark: cell.file % 2 === 0,
      floor: 0,
    };
  });
  if (sectors > 1) {
    for (let s = 0; s < sectors; s++) {
      const [x, z] = at(s, radius - depth / 2 - 1.35, angle(start(s * per) + per / 2));
      labels.push(label(layout.file_names[s] ?? '', x, 0.05, z, 0, 1.05, true));
    }
  }
  const table = radius + out + depth / 2 + 0.4;
  return finish({
    form: 'ring',
    seats,
    labels,
    blocks: [],
    shades: [{ x: 0, y: -0.62, z: 0, w: table * 2.2, d: table * 2.2 }],
    table,
    floors: [],
    opacity: 1,
    piece: 1.3,
  });
}
