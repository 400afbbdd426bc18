import { createTheme } from "@mui/material/styles";
import { controls } from "./controls.ts";
import { surfaces } from "./surfaces.ts";

declare module "@mui/material/styles" {
  interface CssThemeVariables {
    enabled: true;
  }
}

/**
 * The look of all screens: MUI's components with the tokens in tokens.css, which also switch between light and dark, so
 * that a style here holds for both.
 */
export const theme = createTheme({
  cssVariables: { nativeColor: true, disableCssColorScheme: true },
  palette: {
    primary: { main: "var(--accent)", contrastText: "var(--on-accent)" },
    error: { main: "var(--red)" },
    success: { main: "var(--green)" },
    warning: { main: "var(--orange)" },
    text: {
      primary: "var(--ink)",
      secondary: "var(--ink-soft)",
      disabled: "var(--ink-faint)",
    },
    background: { default: "var(--ground)", paper: "var(--raised)" },
    divider: "var(--line)",
    action: { hover: "var(--hover)", selected: "var(--accent-wash)", active: "var(--ink-soft)" },
  },
  shape: { borderRadius: 6 },
  typography: {
    fontFamily: "var(--font)",
    fontSize: 14,
    fontWeightMedium: 550,
    fontWeightBold: 600,
    h1: { fontSize: "var(--text-xl)", fontWeight: 600, lineHeight: 1.3, letterSpacing: "-0.02em" },
    h2: { fontSize: "0.9375rem", fontWeight: 600, lineHeight: 1.3, letterSpacing: "-0.01em" },
    h3: { fontSize: "var(--text-md)", fontWeight: 600, lineHeight: 1.3 },
    subtitle2: { fontSize: "var(--text-sm)", fontWeight: 550, lineHeight: "1.25rem" },
    body1: { fontSize: "var(--text-md)", lineHeight: 1.5 },
    body2: { fontSize: "var(--text-sm)", lineHeight: "1.25rem" },
    caption: { fontSize: "var(--text-xs)", lineHeight: 1.5 },
    // A small heading above the lines that it is about.
    overline: {
      color: "var(--ink-soft)",
      fontSize: "var(--text-xs)",
      fontWeight: 500,
      lineHeight: 1.5,
      letterSpacing: 0,
      textTransform: "none",
    },
    button: { textTransform: "none", fontWeight: 550, letterSpacing: 0, lineHeight: "1.25rem" },
  },
  transitions: {
    duration: {
      shortest: 120,
      shorter: 120,
      short: 120,
      standard: 160,
      complex: 160,
      enteringScreen: 160,
      leavingScreen: 120,
    },
  },
  components: { ...controls, ...surfaces },
});

/** Properties that the components have unless they are given others. */
export const defaultProps = {
  MuiAppBar: { elevation: 0 },
  MuiDialogActions: { disableSpacing: true },
  MuiButtonBase: { disableRipple: true },
  MuiButton: { disableElevation: true },
};
