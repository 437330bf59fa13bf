/** The stage: renderer, eye, and drawing only when something changed. */
import { MOUSE, OrthographicCamera, PerspectiveCamera, Scene, TOUCH, Vector3, WebGLRenderer, type Mesh } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { shared } from "./lighting";
import type { Quality } from "./quality";
import { SunShadow } from "./shadow";
import { sky } from "./surroundings";

const FIELD = 32;

/** Room that cards take from the picture, in CSS pixels. */
export interface Insets {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** Half the sides of the box that the first look shows, about the origin. */
export type Half = readonly [number, number, number];

export class Stage {
  readonly scene = new Scene();
  readonly renderer: WebGLRenderer;
  /** What casts shadows. */
  casters: readonly Mesh[] = [];
  camera: PerspectiveCamera | OrthographicCamera = new PerspectiveCamera(FIELD, 1, 0.1, 500);
  controls: OrbitControls;
  /** Called before each picture. */
  beforeDraw: (now: number) => boolean = () => false;
  insets: Insets = { top: 0, bottom: 0, left: 0, right: 0 };
  private readonly shadow: SunShadow;
  private readonly sky = sky();
  private pending = 0;
  private moved = true;
  private half: Half = [10, 10, 10];
  private up = new Vector3(0, 0, 1);
  private around = 0;
  /** Whether the eye is where the first look put it. */
  private atFirstLook = false;
  private share = 1;
  private last = 0;
  private slow = 0;

  constructor(readonly canvas: HTMLCanvasElement, readonly quality: Quality, private readonly calm: () => boolean) {
    this.renderer = new WebGLRenderer({ canvas, antialias: quality.antialias, powerPreference: "high-performance" });
    this.renderer.info.autoReset = false;
    this.renderer.autoClear = false;
    this.shadow = new SunShadow(quality.shadow);
    this.scene.add(this.sky);
    this.controls = this.newControls(3);
    new ResizeObserver(() => this.resize()).observe(canvas);
    canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
    canvas.addEventListener("webglcontextrestored", () => this.bodiesMoved());
  }

  /** Sets up the eye for the plane or for space. */
  begin(dimension: 2 | 3, up: Vector3, half: Half): void {
    this.half = half;
    this.up.copy(up);
    this.controls.dispose();
    this.camera = dimension === 2 ? new OrthographicCamera(-1, 1, 1, -1, 0.1, 200) : new PerspectiveCamera(FIELD, 1, 0.05, 600);
    this.camera.up.copy(dimension === 2 ? new Vector3(0, 1, 0) : up);
    this.controls = this.newControls(dimension);
    shared.upDirection.value.copy(up);
    this.light(dimension, up);
    this.resize();
    this.look();
  }

  private newControls(dimension: 2 | 3): OrbitControls {
    const controls = new OrbitControls(this.camera, this.canvas);
    controls.enableDamping = !this.calm();
    controls.dampingFactor = 0.12;
    controls.zoomToCursor = true;
    controls.screenSpacePanning = true;
    controls.maxDistance = 200;
    controls.minDistance = 0.02;
    if (dimension === 2) {
      controls.enableRotate = false;
      controls.mouseButtons = { LEFT: MOUSE.PAN, MIDDLE: MOUSE.DOLLY, RIGHT: MOUSE.PAN };
      controls.touches = { ONE: TOUCH.PAN, TWO: TOUCH.DOLLY_PAN };
    }
    controls.addEventListener("start", () => (this.atFirstLook = false));
    controls.addEventListener("change", () => this.invalidate());
    return controls;
  }

  /** Directions of the first look: right, away and up. */
  private axes(): [Vector3, Vector3, Vector3] {
    const up = this.up.clone().normalize();
    const side = Math.abs(up.x) > 0.9 ? new Vector3(0, 1, 0) : new Vector3(1, 0, 0);
    const right = side.addScaledVector(up, -side.dot(up)).normalize();
    return [right, up.clone().cross(right), up];
  }

  private light(dimension: 2 | 3, up: Vector3): void {
    const [right, away, top] = this.axes();
    shared.sunDirection.value.set(0, 0, 0).addScaledVector(right, -0.45).addScaledVector(away, -0.35).addScaledVector(top, 0.85).normalize();
    shared.shadowOn.value = dimension === 3 ? 1 : 0;
    this.shadow.aim(up);
  }

  /** The direction to the eye at the first look, turned by an angle about what is up. */
  outlook(around: number): Vector3 {
    const [right, away, up] = this.axes();
    const direction = new Vector3().addScaledVector(right, 0.42).addScaledVector(away, -0.86).addScaledVector(up, 0.42);
    return direction.normalize().applyAxisAngle(up, around);
  }

  /** Looks from another side from now on. */
  lookFrom(around: number): void {
    this.around = around;
    this.look();
  }

  /** Turns the eye back to the first look: all that moves, fitted to the narrower side. */
  look(): void {
    const centre = new Vector3();
    if (this.camera instanceof OrthographicCamera) {
      this.camera.zoom = 1;
      this.camera.position.set(0, 0, 100);
    } else {
      const direction = this.outlook(this.around);
      const far = this.fitDistance(direction);
      this.camera.position.copy(direction.multiplyScalar(far));
      // As much air from wherever the first look is.
      shared.fogDensity.value = 0.34 / far;
    }
    this.controls.target.copy(centre);
    this.camera.updateProjectionMatrix();
    this.eyeMoved();
    this.atFirstLook = true;
  }

  /** The room changed: who has not moved the eye sees all that moves again. */
  fitAgain(): void {
    if (this.atFirstLook) this.look();
  }

  private eyeMoved(): void {
    this.atFirstLook = false;
    this.controls.update();
    this.invalidate();
  }

  /** How far away all corners of the box are seen. */
  private fitDistance(direction: Vector3): number {
    const camera = this.camera as PerspectiveCamera;
    const { width, height } = this.room();
    const tangent = Math.tan((FIELD * Math.PI) / 360);
    const [tall, wide] = [(tangent * height) / this.height, (tangent * width) / this.height];
    const right = new Vector3().crossVectors(camera.up, direction).normalize();
    const up = new Vector3().crossVectors(direction, right);
    let far = 0;
    for (let corner = 0; corner < 8; corner++) {
      const point = new Vector3(...(this.half.map((h, axis) => ((corner >> axis) & 1 ? h : -h)) as [number, number, number]));
      const away = point.dot(direction);
      far = Math.max(far, away + Math.abs(point.dot(right)) / wide, away + Math.abs(point.dot(up)) / tall);
    }
    return far * 1.04;
  }

  private room(): { width: number; height: number } {
    const { top, bottom, left, right } = this.insets;
    return { width: Math.max(this.width - left - right, 80), height: Math.max(this.height - top - bottom, 80) };
  }

  get width(): number {
    return Math.max(this.canvas.clientWidth, 1);
  }

  get height(): number {
    return Math.max(this.canvas.clientHeight, 1);
  }

  resize(): void {
    const ratio = Math.min(window.devicePixelRatio, this.quality.most) * this.share;
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(this.width, this.height, false);
    shared.resolution.value.set(this.width * ratio, this.height * ratio);
    shared.pixel.value = ratio;
    const { camera, insets } = this;
    if (camera instanceof OrthographicCamera) {
      const { width, height } = this.room();
      const unit = Math.max((this.half[0] * 2.08) / width, (this.half[1] * 2.08) / height);
      Object.assign(camera, { left: (-unit * this.width) / 2, right: (unit * this.width) / 2, top: (unit * this.height) / 2, bottom: (-unit * this.height) / 2 });
    } else {
      camera.aspect = this.width / this.height;
    }
    camera.setViewOffset(this.width, this.height, (insets.right - insets.left) / 2, (insets.bottom - insets.top) / 2, this.width, this.height);
    camera.updateProjectionMatrix();
    this.invalidate();
  }

  /** Moves the eye so that it looks at a point from where `size` fills a fair part of the picture. */
  focus(point: Vector3, size: number): void {
    const direction = this.camera.position.clone().sub(this.controls.target).normalize();
    this.controls.target.copy(point);
    if (this.camera instanceof OrthographicCamera) {
      this.camera.position.set(point.x, point.y, 100);
      this.camera.zoom = Math.min(Math.max((0.16 * (this.camera.top - this.camera.bottom)) / Math.max(size, 1e-6), 1), 200);
      this.camera.updateProjectionMatrix();
    } else {
      this.camera.position.copy(point).addScaledVector(direction, Math.max(size * 7, 0.1));
    }
    this.eyeMoved();
  }

  /** Turns the eye by angles, or in the plane moves it sideways. */
  turn(around: number, over: number): void {
    if (this.camera instanceof OrthographicCamera) {
      const step = (0.4 * (this.camera.top - this.camera.bottom)) / this.camera.zoom;
      this.slide(around * step, -over * step);
      return;
    }
    const { camera, controls } = this;
    const offset = camera.position.clone().sub(controls.target);
    const side = new Vector3().crossVectors(camera.up, offset).normalize();
    offset.applyAxisAngle(camera.up, around);
    const height = offset.angleTo(camera.up);
    offset.applyAxisAngle(side, Math.min(Math.max(over, 0.02 - height), Math.PI - 0.02 - height));
    camera.position.copy(controls.target).add(offset);
    this.eyeMoved();
  }

  /** Moves eye and target sideways and up, as seen. */
  slide(right: number, up: number): void {
    const { camera, controls } = this;
    const move = new Vector3(right, up, 0).applyQuaternion(camera.quaternion);
    camera.position.add(move);
    controls.target.add(move);
    this.eyeMoved();
  }

  zoom(factor: number): void {
    if (this.camera instanceof OrthographicCamera) {
      this.camera.zoom *= factor;
      this.camera.updateProjectionMatrix();
    } else {
      const { camera, controls } = this;
      camera.position.sub(controls.target).divideScalar(factor).add(controls.target);
    }
    this.eyeMoved();
  }

  /** Where a point of the scene is on the canvas, in CSS pixels. */
  project(point: Vector3): { x: number; y: number; ahead: boolean } {
    this.camera.updateMatrixWorld();
    const at = point.clone().project(this.camera);
    return { x: ((at.x + 1) / 2) * this.width, y: ((1 - at.y) / 2) * this.height, ahead: at.z < 1 };
  }

  /** Bodies or layers changed: shadows too are drawn anew. */
  bodiesMoved(): void {
    this.moved = true;
    this.invalidate();
  }

  /** Asks for a picture. */
  invalidate(): void {
    if (this.pending === 0) this.pending = requestAnimationFrame((now) => this.tick(now));
  }

  private tick(now: number): void {
    this.pending = 0;
    const playing = this.beforeDraw(now);
    this.controls.update();
    this.adapt(now, playing);
    this.draw();
    if (playing) this.invalidate();
  }

  /** Draws coarser while pictures are slow, and finer again when the clock stands. */
  private adapt(now: number, playing: boolean): void {
    const gap = now - this.last;
    this.last = now;
    let share = this.share;
    if (!playing) {
      share = 1;
      this.slow = 0;
    } else if (this.quality.software && gap > 90 && gap < 2000) {
      if (++this.slow >= 6 && share > 0.5) {
        share = Math.max(0.5, share * 0.8);
        this.slow = 0;
      }
    }
    if (share === this.share) return;
    this.share = share;
    this.resize();
  }

  draw(): void {
    const { renderer, scene, camera } = this;
    renderer.info.reset();
    if (this.moved && shared.shadowOn.value > 0) this.shadow.draw(renderer, scene, this.casters);
    this.moved = false;
    camera.updateMatrixWorld();
    this.sky.material.uniforms.unproject!.value = camera.matrixWorld.clone().multiply(camera.projectionMatrixInverse);
    renderer.clear();
    renderer.render(scene, camera);
  }

  /** A picture as it is now, at least twice as fine as the screen on a graphics card. */
  picture(): Promise<Blob | null> {
    const ratio = this.renderer.getPixelRatio();
    const fine = this.quality.software ? ratio : Math.max(2, ratio);
    this.setRatio(fine);
    this.draw();
    return new Promise((resolve) => {
      this.canvas.toBlob((blob) => {
        this.setRatio(ratio);
        this.draw();
        resolve(blob);
      }, "image/png");
    });
  }

  private setRatio(ratio: number): void {
    this.renderer.setPixelRatio(ratio);
    shared.resolution.value.set(this.width * ratio, this.height * ratio);
    shared.pixel.value = ratio;
  }
}

