// What this browser can draw the 3D view with.

export type Webgl = 'none' | 'software' | 'hardware';

let known: Webgl | null = null;

/** Whether there is WebGL, and whether the processor has to draw it: then edges are not smoothed. */
export function webgl(): Webgl {
  known ??= probe();
  return known;
}

function probe(): Webgl {
  try {
    const gl = document.createElement('canvas').getContext('webgl2');
    if (!gl) return 'none';
    const names = gl.getExtension('WEBGL_debug_renderer_info');
    const renderer = names ? String(gl.getParameter(names.UNMASKED_RENDERER_WEBGL)) : '';
    gl.getExtension('WEBGL_lose_context')?.loseContext();
    return /swiftshader|llvmpipe|software|basic render/i.test(renderer) ? 'software' : 'hardware';
  } catch {
    return 'none';
  }
}
