/** Normals of meshes: smooth over round parts, sharp at edges. */
import { BufferAttribute, BufferGeometry } from "three";

/** Faces that meet at less than this angle shade as one surface. */
const CREASE = Math.cos((40 * Math.PI) / 180);
/** Larger meshes are smooth everywhere: sharp edges need three vertices per triangle. */
const MOST = 400_000;

export function creased(vertices: ArrayLike<number>, triangles: Uint32Array): BufferGeometry {
  const geometry = new BufferGeometry();
  if (triangles.length > 3 * MOST) {
    geometry.setAttribute("position", new BufferAttribute(Float32Array.from(vertices), 3));
    geometry.setIndex(new BufferAttribute(triangles, 1));
    geometry.computeVertexNormals();
    return geometry;
  }
  const faces = faceNormals(vertices, triangles);
  const { first, corners } = cornersByVertex(triangles, vertices.length / 3);
  const position = new Float32Array(triangles.length * 3);
  const normal = new Float32Array(triangles.length * 3);
  for (let corner = 0; corner < triangles.length; corner++) {
    const vertex = triangles[corner]!;
    const own = 3 * Math.floor(corner / 3);
    const length = Math.hypot(faces[own]!, faces[own + 1]!, faces[own + 2]!) || 1;
    let [x, y, z] = [0, 0, 0];
    for (let k = first[vertex]!; k < first[vertex + 1]!; k++) {
      const face = 3 * Math.floor(corners[k]! / 3);
      const size = Math.hypot(faces[face]!, faces[face + 1]!, faces[face + 2]!);
      const cosine = (faces[face]! * faces[own]! + faces[face + 1]! * faces[own + 1]! + faces[face + 2]! * faces[own + 2]!) / (length * (size || 1));
      if (cosine < CREASE) continue;
      x += faces[face]!;
      y += faces[face + 1]!;
      z += faces[face + 2]!;
    }
    const norm = Math.hypot(x, y, z) || 1;
    normal.set([x / norm, y / norm, z / norm], 3 * corner);
    for (let k = 0; k < 3; k++) position[3 * corner + k] = vertices[3 * vertex + k]!;
  }
  geometry.setAttribute("position", new BufferAttribute(position, 3));
  geometry.setAttribute("normal", new BufferAttribute(normal, 3));
  return geometry;
}

/** Normals as long as twice the face's area, so that large faces count more. */
function faceNormals(vertices: ArrayLike<number>, triangles: Uint32Array): Float32Array {
  const normals = new Float32Array(triangles.length);
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [3 * triangles[i]!, 3 * triangles[i + 1]!, 3 * triangles[i + 2]!];
    const [ux, uy, uz] = [vertices[b]! - vertices[a]!, vertices[b + 1]! - vertices[a + 1]!, vertices[b + 2]! - vertices[a + 2]!];
    const [vx, vy, vz] = [vertices[c]! - vertices[a]!, vertices[c + 1]! - vertices[a + 1]!, vertices[c + 2]! - vertices[a + 2]!];
    normals[i] = uy * vz - uz * vy;
    normals[i + 1] = uz * vx - ux * vz;
    normals[i + 2] = ux * vy - uy * vx;
  }
  return normals;
}

function cornersByVertex(triangles: Uint32Array, vertices: number): { first: Uint32Array; corners: Uint32Array } {
  const first = new Uint32Array(vertices + 1);
  for (const vertex of triangles) first[vertex + 1]!++;
  for (let i = 0; i < vertices; i++) first[i + 1]! += first[i]!;
  const next = first.slice();
  const corners = new Uint32Array(triangles.length);
  for (let corner = 0; corner < triangles.length; corner++) corners[next[triangles[corner]!]!++] = corner;
  return { first, corners };
}
