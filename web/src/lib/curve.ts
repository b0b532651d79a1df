// A curve of ratings, as a path to draw.

export interface Curve {
  path: string;
  /** Lines of round values across the picture. */
  lines: { value: number; y: number }[];
  lowest: number;
  highest: number;
}

/** Draws values at equal distances. There is some room above and below. */
export function curve(values: number[], width: number, height: number): Curve {
  const lowest = Math.min(...values);
  const highest = Math.max(...values);
  // At least 100 points high, so that small changes do not look large.
  const room = Math.max(20, (100 - (highest - lowest)) / 2);
  const low = lowest - room;
  const high = highest + room;
  const y = (value: number): number => height - ((value - low) / (high - low)) * height;
  const x = (i: number): number => (values.length < 2 ? width / 2 : (i / (values.length - 1)) * width);
  const step = high - low > 600 ? 200 : high - low > 250 ? 100 : 50;
  const lines: Curve['lines'] = [];
  for (let value = Math.ceil(low / step) * step; value < high; value += step)
    lines.push({ value, y: Math.round(y(value) * 10) / 10 });
  const path = values.map((value, i) => `${x(i).toFixed(1)} ${y(value).toFixed(1)}`).join('L');
  return { path: `M${path}`, lines, lowest, highest };
}
