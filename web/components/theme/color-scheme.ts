import { createStore } from "../../state/store.ts";

export type ColorScheme = "light" | "dark";

const system = window.matchMedia("(prefers-color-scheme: dark)");

function systemScheme(): ColorScheme {
  return system.matches ? "dark" : "light";
}

function chosenScheme(): ColorScheme | undefined {
  const chosen = document.documentElement.dataset.theme;
  return chosen === "light" || chosen === "dark" ? chosen : undefined;
}

/** The scheme on screen: the system's, until somebody chooses the other one. */
export const colorScheme = createStore<ColorScheme>(chosenScheme() ?? systemScheme());

system.addEventListener("change", () => colorScheme.set(chosenScheme() ?? systemScheme()));

/** Choosing what the system has anyway goes back to following it. */
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
