/** A trace of version 1: two discs, a wall and every kind of partner. */
export function version1(): string {
  return [
    {
      format: "osculate-trace", version: 1, dimension: 2, time: 0, domain: { low: [0, 0], high: [4, 2], boundary: ["walls", "walls"] },
      walls: [{ segment: { from: [0.5, 0.2], to: [1.5, 0.4] } }, { ball: { centre: [3.4, 0.5], radius: 0.3 } }, { box: { low: [1.8, 0], high: [2.2, 0.3] } }, { plane: { point: [0, 0.05], normal: [0, 2] } }, { hollow: { centre: [2, 1], radius: 3 } }],
      radii: [0.2, 0.25, 0.15], masses: [1, 2, 1], positions: [[0.5, 1.5], [2, 1.5], [3, 1.2]], velocities: [[1, 0], [0, 0], [0, 0]],
      accelerations: [[0, -1], [0, -1], [0, 0]], asleep: [1],
    },
    { time: 1.05, body: 0, partner: { body: 1 }, changed: [{ body: 0, position: [1.55, 0.94875], velocity: [-0.4, -0.9] }, { body: 1, position: [2, 1.5], velocity: [0.7, -0.1] }] },
    { time: 1.5, body: 1, partner: { wall: 0 }, changed: [{ body: 1, position: [2.315, 1.35375], velocity: [0.7, 0.5] }] },
    { time: 1.8, body: 0, partner: { face: { axis: 0, high: false } }, changed: [{ body: 0, position: [1.25, 0.2], velocity: [0, 0], asleep: true }] },
    { end: "time reached", time: 2, events: 3 },
  ].map((line) => JSON.stringify(line)).join("\n") + "\n";
}
