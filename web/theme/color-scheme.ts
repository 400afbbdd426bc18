import { createStore } from "../app/store.ts";

export type ColorScheme = "light" | "dark";

const system = window.matchMedia("(prefers-color-scheme: dark)");

function systemScheme(): ColorScheme {
  return system.matches ? "dark" : "light";
}

function chosenScheme(): ColorScheme | undefined {
  const chosen = document.documentElement.dataset.theme;
  return chosen === "light" || chosen === "dark" ? chosen : undefined;
}

/** The active scheme: the system's, unless the user has chosen the other one. */
export const colorScheme = createStore<ColorScheme>(chosenScheme() ?? systemScheme());

system.addEventListener("change", () => colorScheme.set(chosenScheme() ?? systemScheme()));

/** If the chosen scheme is the system's, later changes of the system's scheme apply again. */
export function chooseColorScheme(scheme: ColorScheme) {
  const { dataset } = document.documentElement;
  if (scheme === systemScheme()) {
    delete dataset.theme;
    localStorage.removeItem("theme");
  } else {
    dataset.theme = scheme;
    localStorage.setItem("theme", scheme);
  }
  colorScheme.set(scheme);
}

/** The page has one `theme-color` per system scheme; choosing a scheme sets both to its colour. */
const themeColors = (["light", "dark"] as const).flatMap((scheme) => {
  const selector = `meta[name="theme-color"][media*="${scheme}"]`;
  const meta = document.querySelector<HTMLMetaElement>(selector);
  return meta ? [{ meta, scheme, color: meta.content }] : [];
});

function applyThemeColor() {
  for (const { meta, scheme } of themeColors) {
    const shown = chosenScheme() ?? scheme;
    meta.content = themeColors.find((known) => known.scheme === shown)?.color ?? meta.content;
  }
}

applyThemeColor();
colorScheme.subscribe(applyThemeColor);
