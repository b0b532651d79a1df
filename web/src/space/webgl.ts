// Whether this browser can draw the spatial view.

let known: boolean | null = null;

export function hasWebgl(): boolean {
  if (known !== null) return known;
  try {
    const gl = document.createElement('canvas').getContext('webgl2');
    gl?.getExtension('WEBGL_lose_context')?.loseContext();
    known = gl !== null;
  } catch {
    known = false;
  }
  return known;
}
