/** An arm of seven joints on a carriage, with a gripper that holds a cup, in front of a shelf; a ball flies by. */
import { Sample, column, random } from "./writer";

/** When the cup meets a parcel. */
export const ROBOT_CONTACT = { time: 0.8438, point: [0.7682, 0.25, 0.4581] };

interface Link {
  readonly name: string;
  /** Shapes and where they are: position, and a rotation. */
  readonly shapes: readonly (readonly [object, readonly number[], (readonly number[])?])[];
  readonly at: readonly number[];
  readonly axis: readonly number[];
  readonly kind: string;
}

const ACROSS = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
const cylinder = (radius: number, height: number): object => ({ cylinder: { radius, half_height: height / 2 } });
const box = (x: number, y: number, z: number): object => ({ box: { half: [x / 2, y / 2, z / 2] } });

/** A tapered tube of many triangles, as meshes of robots have. */
function tube(low: number, high: number, length: number): object {
  const vertices: number[] = [0, 0, 0, 0, 0, length];
  const triangles: number[] = [];
  const around = 40;
  for (let i = 0; i < around; i++) {
    const angle = (2 * Math.PI * i) / around;
    for (const [radius, z] of [[low, 0], [high, length]] as const) vertices.push(radius * Math.cos(angle), radius * Math.sin(angle), z);
    const [a, b, c, d] = [2 + 2 * i, 3 + 2 * i, 2 + 2 * ((i + 1) % around), 3 + 2 * ((i + 1) % around)];
    triangles.push(a, c, b, b, c, d, 0, c, a, 1, b, d);
  }
  return { mesh: { vertices: column("f64", vertices), triangles: column("u32", triangles) } };
}

/** The hull of a rounded wrist. */
function wrist(): object {
  const next = random(4);
  const points = Array.from({ length: 60 }, () => [0, 1, 2].map(() => next() - 0.5)).flatMap((p) => {
    const length = Math.hypot(...p);
    return [(0.055 * p[0]!) / length, (0.055 * p[1]!) / length, (0.085 * p[2]!) / length];
  });
  return { hull: { points } };
}

const Z = [0, 0, 1];
const Y = [0, 1, 0];
const LINKS: readonly Link[] = [
  { name: "rail", shapes: [[box(0.24, 1.5, 0.05), [0, 0, 0.025]]], at: [-0.1, 0, 0], axis: Z, kind: "fixed" },
  { name: "carriage", shapes: [[box(0.26, 0.26, 0.1), [0, 0, 0.1]], [cylinder(0.1, 0.06), [0, 0, 0.18]]], at: [0, 0, 0], axis: Y, kind: "prismatic" },
  { name: "shoulder", shapes: [[cylinder(0.075, 0.12), [0, 0, 0.06]], [cylinder(0.07, 0.2), [0, 0, 0.14], ACROSS]], at: [0, 0, 0.21], axis: Z, kind: "revolute" },
  { name: "upper arm", shapes: [[tube(0.065, 0.05, 0.34), [0, 0, 0.05]], [cylinder(0.058, 0.16), [0, 0, 0.42], ACROSS]], at: [0, 0, 0.14], axis: Y, kind: "revolute" },
  { name: "forearm", shapes: [[tube(0.048, 0.04, 0.28), [0, 0, 0.05]], [{ ball: { radius: 0.052 } }, [0, 0, 0.36]]], at: [0, 0, 0.42], axis: Y, kind: "revolute" },
  { name: "wrist", shapes: [[wrist(), [0, 0, 0.05]]], at: [0, 0, 0.36], axis: Y, kind: "revolute" },
  { name: "hand", shapes: [[box(0.06, 0.17, 0.05), [0, 0, 0.025]]], at: [0, 0, 0.13], axis: Z, kind: "continuous" },
  { name: "left finger", shapes: [[box(0.025, 0.02, 0.09), [0, 0.01, 0.045]]], at: [0, 0, 0.05], axis: Y, kind: "prismatic" },
  { name: "right finger", shapes: [[box(0.025, 0.02, 0.09), [0, -0.01, 0.045]]], at: [0, 0, 0.05], axis: [0, -1, 0], kind: "prismatic" },
];
const PARENTS = [-1, 0, 1, 2, 3, 4, 5, 6, 6];
/** From, over and to, of each joint that moves by itself. */
const WAYPOINTS: Record<string, readonly number[]> = {
  carriage: [-0.45, 0, 0.12], shoulder: [-1.4, -0.15, 0.2], "upper arm": [-0.5, -0.1, 0.86], forearm: [2.2, 2.1, 1.15], wrist: [0.3, -0.4, -0.2], hand: [0, 2, 4],
  "left finger": [0.06, 0.034, 0.034],
};

function shelf(sample: Sample, shapes: number): { shape: number[]; position: number[]; name: string[] } {
  sample.add("shape", box(0.3, 1, 0.02)).add("shape", box(0.3, 0.02, 0.9)).add("shape", box(0.02, 1, 0.9)).add("shape", box(0.1, 0.14, 0.16));
  const rows: [number, number[], string][] = [0.1, 0.4, 0.7, 1].map((z, i) => [0, [0.75, 0, z], `board ${i}`]);
  rows.push([1, [0.75, -0.5, 0.55], "upright left"], [1, [0.75, 0.5, 0.55], "upright right"], [2, [0.9, 0, 0.55], "back"]);
  rows.push([3, [0.75, -0.3, 0.49], "parcel"], [3, [0.76, 0.32, 0.49], "parcel"], [3, [0.74, 0.2, 0.79], "parcel"], [3, [0.77, -0.15, 0.19], "parcel"]);
  return { shape: rows.map(([n]) => shapes + n), position: rows.flatMap(([, at]) => at), name: rows.map(([, , name]) => name) };
}

export function robot(): Sample {
  const sample = new Sample({ title: "an arm that fills a shelf", span: [0, 1], up: [0, 0, 1] });
  let shapes = 0;
  const ofLinks = LINKS.map((link) => {
    const parts = link.shapes.map(([shape, position, rotation]) => {
      sample.add("shape", shape);
      return { shape: shapes++, position, ...(rotation ? { rotation } : {}) };
    });
    sample.add("shape", { compound: { parts } });
    return shapes++;
  });
  sample.add("shape", { ...cylinder(0.032, 0.11), name: "cup" }).add("shape", { ball: { radius: 0.06 } });
  const [cup, ball] = [shapes++, shapes++];
  const around = shelf(sample, shapes);
  sample.add("bodies", {
    shape: [...ofLinks, cup, ball, ...around.shape], name: [...LINKS.map(({ name }) => name), "cup", "ball", ...around.name],
    parent: [...PARENTS, 6, -1, ...around.shape.map(() => -1)],
    position: [...LINKS.flatMap(({ at }) => at), 0, 0, 0.11, -0.5, -0.9, 0.9, ...around.position],
    kinds: ["link", "obstacle", "moving obstacle", "held"], kind: [...LINKS.map(() => 0), 3, 2, ...around.shape.map(() => 1)],
  });
  const moving = LINKS.flatMap(({ kind }, body) => (kind === "fixed" ? [] : [body]));
  const kinds = ["revolute", "continuous", "prismatic"];
  sample.add("joints", {
    body: moving, name: moving.map((body) => LINKS[body]!.name), kinds, kind: moving.map((body) => kinds.indexOf(LINKS[body]!.kind)),
    position: moving.flatMap((body) => LINKS[body]!.at), axis: moving.flatMap((body) => LINKS[body]!.axis), mimic: moving.map((body) => (body === 8 ? 7 : -1)),
  });
  for (const piece of [0, 1]) {
    const bodies = moving.filter((body) => body !== 8);
    const eased = bodies.flatMap((body) => {
      const [from, to] = WAYPOINTS[LINKS[body]!.name]!.slice(piece) as [number, number];
      return [from, 0, 0, 10 * (to - from), -15 * (to - from), 6 * (to - from)];
    });
    sample.add("segments", { motion: "joint", time: piece / 2, until: (piece + 1) / 2, body: bodies, degree: 5, q: column("f64", eased) });
  }
  sample.add("segments", { motion: "velocity", time: 0, body: LINKS.length + 1, position: [-0.5, -0.9, 0.9], linear: [0.5, 1.6, 0.1] });
  const { time, point } = ROBOT_CONTACT;
  const [a, b] = [LINKS.length, LINKS.length + 10];
  sample.add("events", { time: [time], a: [a], b: [b], kinds: ["first contact"], kind: [0], point, normal: [0, -1, 0] });
  sample.add("verdict", {
    edge: 0, outcome: "contact", evidence: "crossing", time, time_upper: time + 1e-7, link_a: "cup", obstacle: "parcel", a, b, point_a: point, point_b: point,
    normal: [0, -1, 0], segment: 1, fraction: 2 * time - 1,
  });
  return sample.end(1, 1);
}
