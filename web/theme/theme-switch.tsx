import { useStore } from "../app/store.ts";
import { IconButton } from "../components/button/icon-button.tsx";
import { chooseColorScheme, colorScheme } from "./color-scheme.ts";

export function ThemeSwitch() {
  const isDark = useStore(colorScheme) === "dark";
  return (
    <IconButton
      icon={isDark ? "sun" : "moon"}
      label={isDark ? "Switch to light theme" : "Switch to dark theme"}
      onClick={() => chooseColorScheme(isDark ? "light" : "dark")}
    />
  );
}
