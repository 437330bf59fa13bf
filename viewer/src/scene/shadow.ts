/** The sun's shadow map. Drawn only when bodies have moved, not when only the eye has. */
import { DepthTexture, LessEqualCompare, LinearFilter, Matrix4, OrthographicCamera, UnsignedIntType, Vector3, WebGLRenderTarget, type Mesh, type Scene, type ShaderMaterial, type WebGLRenderer } from "three";
import { SCENE_RADIUS } from "./frame";
import { shared } from "./lighting";

/** Objects on this layer cast shadows. */
export const CASTERS = 1;

const BIAS = new Matrix4().set(0.5, 0, 0, 0.5, 0, 0.5, 0, 0.5, 0, 0, 0.5, 0.5, 0, 0, 0, 1);

export class SunShadow {
  private readonly camera = new OrthographicCamera();
  private readonly target: WebGLRenderTarget;

  constructor(size: number) {
    const depth = new DepthTexture(size, size, UnsignedIntType);
    depth.compareFunction = LessEqualCompare;
    depth.minFilter = depth.magFilter = LinearFilter;
    this.target = new WebGLRenderTarget(size, size, { depthTexture: depth });
    this.camera.layers.set(CASTERS);
    shared.shadowMap.value = depth;
    shared.shadowTexel.value = 1 / size;
  }

  /** Points the sun at the scene from over the shoulder of the first look. */
  aim(up: Vector3): void {
    const reach = SCENE_RADIUS * 1.25;
    Object.assign(this.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 1, far: 5 * reach });
    this.camera.up.copy(up);
    this.camera.position.copy(shared.sunDirection.value).multiplyScalar(2.5 * reach);
    this.camera.lookAt(0, 0, 0);
    this.camera.updateMatrixWorld();
    this.camera.updateProjectionMatrix();
    shared.shadowMatrix.value.multiplyMatrices(BIAS, this.camera.projectionMatrix).multiply(this.camera.matrixWorldInverse);
  }

  draw(renderer: WebGLRenderer, scene: Scene, casters: readonly Mesh[]): void {
    const materials = casters.map((caster) => caster.material);
    for (const caster of casters) caster.material = caster.userData.depth as ShaderMaterial;
    // What is drawn must not be read at the same time.
    shared.shadowMap.value = null;
    renderer.setRenderTarget(this.target);
    renderer.clear();
    renderer.render(scene, this.camera);
    renderer.setRenderTarget(null);
    shared.shadowMap.value = this.target.depthTexture;
    casters.forEach((caster, i) => (caster.material = materials[i]!));
  }

  dispose(): void {
    this.target.depthTexture?.dispose();
    this.target.dispose();
  }
}
