// The few materials of the scene. Light is simple and cheap: it depends on the direction of a surface and on its place, and
// what is far away fades towards the background.

import {
  CustomBlending,
  DoubleSide,
  OneFactor,
  OneMinusSrcAlphaFactor,
  ShaderMaterial,
  Vector3,
} from 'three';
import type { IUniform } from 'three';

/** The values that all materials share. */
export function sharedUniforms(): Record<string, IUniform> {
  return {
    uRight: { value: new Vector3(1, 0, 0) },
    uUp: { value: new Vector3(0, 1, 0) },
    uBack: { value: new Vector3(0, 0, 1) },
    uFoot: { value: 0.4 },
    uFade: { value: new Vector3(0, 1, 0) },
    uGround: { value: new Vector3(1, 1, 1) },
    uSize: { value: 10 },
    uAtlas: { value: null },
  };
}

const FADE = `
uniform vec3 uFade;
uniform float uSize;
varying float vFade;
varying float vLight;
void light(vec3 p, vec4 clip) {
  vFade = clamp((clip.w - uFade.x) / (uFade.y - uFade.x), 0.0, 1.0) * uFade.z;
  vLight = 1.03 - 0.09 * clamp((p.x + p.z * 0.6) / uSize, -1.0, 1.0);
}`;

/** Quads that lie flat or face the camera, with a part of the texture each. */
export function quadMaterial(uniforms: Record<string, IUniform>): ShaderMaterial {
  return new ShaderMaterial({
    uniforms,
    transparent: true,
    depthTest: true,
    depthWrite: true,
    side: DoubleSide,
    premultipliedAlpha: true,
    blending: CustomBlending,
    blendSrc: OneFactor,
    blendDst: OneMinusSrcAlphaFactor,
    vertexShader: `
attribute vec3 aPlace;
attribute vec4 aSize;
attribute vec4 aSprite;
attribute vec4 aColour;
attribute float aKind;
uniform vec3 uRight;
uniform vec3 uUp;
uniform vec3 uBack;
uniform float uFoot;
varying vec2 vUv;
varying vec4 vColour;
varying float vCut;
${FADE}
void main() {
  vec2 q = position.xy;
  vec3 p = aPlace;
  vec3 nearer = vec3(0.0);
  if (aKind < 0.5) {
    float x = q.x * aSize.x * (1.0 + aSize.w * q.y);
    float z = -q.y * aSize.y;
    float c = cos(aSize.z);
    float s = sin(aSize.z);
    p += vec3(c * x + s * z, 0.0, c * z - s * x);
    vCut = 0.02;
  } else {
    p += uRight * (q.x * aSize.x) + uUp * ((q.y + (aKind < 1.5 ? uFoot : 0.0)) * aSize.y);
    nearer = uBack * (aKind < 1.5 ? 0.45 : 0.2);
    vCut = aKind < 1.5 ? 0.25 : 0.1;
  }
  vUv = mix(aSprite.xy, aSprite.zw, q + 0.5);
  vColour = aColour;
  gl_Position = projectionMatrix * viewMatrix * vec4(p, 1.0);
  light(p, gl_Position);
  // What faces the camera leans back over its cell. For the depth test it stands a little nearer.
  vec4 depth = projectionMatrix * viewMatrix * vec4(p + nearer, 1.0);
  gl_Position.z = depth.z / depth.w * gl_Position.w;
}`,
    fragmentShader: `
uniform sampler2D uAtlas;
uniform vec3 uGround;
varying vec2 vUv;
varying vec4 vColour;
varying float vCut;
varying float vFade;
varying float vLight;
void main() {
  vec4 t = texture2D(uAtlas, vUv);
  if (t.a < vCut) discard;
  float a = t.a * vColour.a;
  vec3 c = t.rgb * vColour.rgb * vLight * vColour.a;
  gl_FragColor = vec4(mix(c, uGround * a, vFade), a);
}`,
  });
}

/** Solid boxes, many in one call. */
export function boxMaterial(uniforms: Record<string, IUniform>): ShaderMaterial {
  return new ShaderMaterial({
    uniforms,
    vertexShader: `
attribute vec3 aPlace;
attribute vec3 aScale;
attribute vec3 aColour;
varying vec3 vColour;
${FADE}
void main() {
  vec3 p = aPlace + position * aScale;
  gl_Position = projectionMatrix * viewMatrix * vec4(p, 1.0);
  light(p, gl_Position);
  vColour = aColour * (0.74 + 0.26 * normal.y + 0.12 * normal.z - 0.08 * normal.x);
}`,
    fragmentShader: `
uniform vec3 uGround;
varying vec3 vColour;
varying float vFade;
varying float vLight;
void main() { gl_FragColor = vec4(mix(vColour * vLight, uGround, vFade), 1.0); }`,
  });
}

/** Arrows: always above everything, a little transparent. */
export function arrowMaterial(uniforms: Record<string, IUniform>): ShaderMaterial {
  return new ShaderMaterial({
    uniforms,
    transparent: true,
    depthTest: false,
    depthWrite: false,
    side: DoubleSide,
    vertexShader: `
attribute vec4 aColour;
varying vec4 vColour;
void main() {
  vColour = aColour;
  gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
}`,
    fragmentShader: `
varying vec4 vColour;
void main() { gl_FragColor = vColour; }`,
  });
}
