/** Light and dark: as the system says, until someone chooses. */

/** Whether the page is dark: by the address, by an earlier choice, by the system. */
export function initiallyDark(wanted: string | null): boolean {
  if (wanted === "dark" || wanted === "light") return wanted === "dark";
  return remembered() ?? matchMedia("(prefers-color-scheme: dark)").matches;
}

function remembered(): boolean | undefined {
  try {
    const kept = localStorage.getItem("osculate-theme");
    return kept === null ? undefined : kept === "dark";
  } catch {
    // A page from disk may have no storage.
    return undefined;
  }
}

export function applyTheme(dark: boolean): void {
  document.documentElement.dataset.theme = dark ? "dark" : "light";
}

export function rememberTheme(dark: boolean): void {
  try {
    localStorage.setItem("osculate-theme", dark ? "dark" : "light");
  } catch {
    // Then it is asked of the system next time.
  }
}

/** Whether the reader wants little motion. */
export function wantsCalm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
