// The camera: it goes around a point and looks at it. Angles are in radians.

export type Vec = [number, number, number];

export interface View {
  /** Around the board; 0 is White's side, and grows counterclockwise as seen from above. */
  azimuth: number;
  /** Above the horizon. */
  elevation: number;
  /** 1 shows the whole board. */
  zoom: number;
  /** How far the point looked at is from the middle of the board. */
  shift: Vec;
}

export const FIELD_OF_VIEW = (32 * Math.PI) / 180;
const LOWEST = 0.08;
const HIGHEST = Math.PI / 2 - 0.001;

/** The directions of a view: to the right, up on the screen, and from the board to the camera. */
export function axes(view: View): { right: Vec; up: Vec; back: Vec } {
  const ca = Math.cos(view.azimuth);
  const sa = Math.sin(view.azimuth);
  const ce = Math.cos(view.elevation);
  const se = Math.sin(view.elevation);
  return { right: [ca, 0, -sa], up: [-sa * se, ce, -ca * se], back: [sa * ce, se, ca * ce] };
}

export function dot(a: Vec, b: Vec): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** Keeps a view within its limits. */
export function limited(view: View): View {
  const far = (value: number): number => Math.min(Math.max(value, -14), 14);
  return {
    azimuth: view.azimuth,
    elevation: Math.min(Math.max(view.elevation, LOWEST), HIGHEST),
    zoom: Math.min(Math.max(view.zoom, 0.5), 8),
    shift: [far(view.shift[0]), far(view.shift[1]), far(view.shift[2])],
  };
}

/** Where the camera looks and from how far, so that all points are in the picture and in its middle. */
export interface Fit {
  target: Vec;
  distance: number;
  /** How far the points are from their middle. */
  size: number;
}

/** Room around the points, in cells. */
const MARGIN = 0.55;

/**
 * Fits points into a picture of this width and height. `foot` is the part of the height at the bottom that other things
 * cover.
 */
export function fit(view: View, points: Vec[], aspect: number, foot: number): Fit {
  const { right, up, back } = axes(view);
  const v = Math.tan(FIELD_OF_VIEW / 2);
  const h = v * aspect;
  const room = 1 - foot;
  const middle: Vec = [0, 1, 2].map((i) => {
    const values = points.map((point) => point[i] ?? 0);
    return (Math.min(...values) + Math.max(...values)) / 2;
  }) as Vec;
  let target = middle;
  let distance = 1;
  // The middle of the picture follows from the distance, and the distance from the middle.
  for (let round = 0; round < 3; round++) {
    distance = 1;
    const seen = points.map((point) => {
      const to: Vec = [point[0] - target[0], point[1] - target[1], point[2] - target[2]];
      return [dot(right, to), dot(up, to), dot(back, to)] as const;
    });
    for (const [x, y, near] of seen) {
      distance = Math.max(
        distance,
        (Math.abs(x) + MARGIN) / h + near,
        (Math.abs(y) + MARGIN) / (v * room) + near,
      );
    }
    if (round === 2) break;
    const bounds = (index: 0 | 1): number => {
      const at = seen.map((one) => one[index] / (distance - one[2]));
      return ((Math.min(...at) + Math.max(...at)) / 2) * distance;
    };
    const [dx, dy] = [bounds(0), bounds(1)];
    target = [0, 1, 2].map((i) => (target[i] ?? 0) + (right[i] ?? 0) * dx + (up[i] ?? 0) * dy) as Vec;
  }
  const down = foot * v * distance;
  target = [0, 1, 2].map((i) => (target[i] ?? 0) - (up[i] ?? 0) * down) as Vec;
  const size = Math.max(
    ...points.map((point) => Math.hypot(point[0] - middle[0], point[1] - middle[1], point[2] - middle[2])),
  );
  return { target, distance, size };
}

/** Between two views, the short way around. */
export function between(a: View, b: View, t: number): View {
  const turn = Math.PI * 2;
  let around = (b.azimuth - a.azimuth) % turn;
  if (around > Math.PI) around -= turn;
  if (around < -Math.PI) around += turn;
  const mix = (p: number, q: number): number => p + (q - p) * t;
  return {
    azimuth: a.azimuth + around * t,
    elevation: mix(a.elevation, b.elevation),
    zoom: mix(a.zoom, b.zoom),
    shift: [mix(a.shift[0], b.shift[0]), mix(a.shift[1], b.shift[1]), mix(a.shift[2], b.shift[2])],
  };
}

const degrees = (value: number): number => (value * Math.PI) / 180;

/** The fixed views, by the keys that choose them. */
export const VIEWS = [
  { key: '1', name: 'Corner', azimuth: degrees(32), elevation: degrees(30) },
  { key: '2', name: 'Front', azimuth: 0, elevation: degrees(38) },
  { key: '3', name: 'Above', azimuth: 0, elevation: degrees(89.9) },
  { key: '4', name: 'Side', azimuth: degrees(90), elevation: degrees(24) },
] as const;

const FIRST: Partial<Record<string, [number, number]>> = {
  stack: [34, 33],
  nested: [14, 41],
  raised: [20, 48],
  ring: [0, 58],
};

/** A long stack is seen from the side, so that one half does not hide the other. */
const ALONG = 54;
const LONG = 1.5;

/** The view to start with, by the form of the board and how much longer than wide its floors are. */
export function firstView(form: string, length = 1): View {
  const [first, elevation] = FIRST[form] ?? [0, 46];
  const azimuth = form === 'stack' && length > LONG ? ALONG : first;
  return { azimuth: degrees(azimuth), elevation: degrees(elevation), zoom: 1, shift: [0, 0, 0] };
}
