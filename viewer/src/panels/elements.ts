/** Finding and making elements. Text always goes in as text, never as markup. */

export function element<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

type Child = Node | string | undefined;

/** Makes an element with properties and children. */
export function make<K extends keyof HTMLElementTagNameMap>(tag: K, properties: Record<string, unknown> = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value as EventListener);
    else if (name in made && !name.includes("-")) (made as unknown as Record<string, unknown>)[name] = value;
    else made.setAttribute(name, String(value));
  }
  for (const child of children) if (child !== undefined) made.append(child);
  return made;
}

/** A picture of the page's own symbols. */
export function icon(name: string): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#i-${name}`);
  svg.append(use);
  return svg;
}

/** Makes a canvas as fine as the screen; answers its size in CSS pixels and what draws on it. */
export function sized(canvas: HTMLCanvasElement): { context: CanvasRenderingContext2D; width: number; height: number } {
  const ratio = Math.min(window.devicePixelRatio, 3);
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  canvas.width = Math.max(1, Math.round(width * ratio));
  canvas.height = Math.max(1, Math.round(height * ratio));
  const context = canvas.getContext("2d")!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return { context, width, height };
}

/** A colour of the theme. */
export function themed(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
