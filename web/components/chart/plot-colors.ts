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

/** Reads the colours from an element, because a canvas cannot resolve variables or `light-dark()`. */
export function readPlotColors(host: HTMLElement): PlotColors {
  return Object.fromEntries(
    Object.entries(tokens).map(([name, token]) => [name, resolve(host, token)]),
  ) as PlotColors;
}

/** Uses a new element for each token: changing the colour of the same one would start a transition. */
function resolve(host: HTMLElement, token: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${token})`;
  host.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
