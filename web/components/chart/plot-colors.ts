const tokens = {
  main: "--accent",
  wash: "--accent-wash",
  second: "--ink-soft",
  grid: "--line",
  text: "--ink-faint",
  ground: "--panel",
  limit: "--red-mark",
} as const;

export type PlotColors = Record<keyof typeof tokens, string>;

/** A canvas knows no variables and no `light-dark()`; the browser resolves them for an element. */
export function readPlotColors(host: HTMLElement): PlotColors {
  return Object.fromEntries(
    Object.entries(tokens).map(([name, token]) => [name, resolve(host, token)]),
  ) as PlotColors;
}

/** Each token has an element of its own: a change of colour would be a transition. */
function resolve(host: HTMLElement, token: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${token})`;
  host.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
