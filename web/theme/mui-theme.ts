import { createTheme } from "@mui/material/styles";

declare module "@mui/material/styles" {
  interface CssThemeVariables {
    enabled: true;
  }
}

/** Surfaces above the page have a border and a soft shadow instead of MUI's elevations. */
const raised = {
  border: "1px solid var(--line-strong)",
  boxShadow: "var(--shadow-raised)",
};

/**
 * Theme of MUI's dialogs, drawers, menus, tooltips and data grid. Its colours are the tokens in styles/tokens.css,
 * which also switch between light and dark.
 */
export const muiTheme = createTheme({
  cssVariables: { nativeColor: true, disableCssColorScheme: true },
  palette: {
    primary: { main: "var(--accent)", contrastText: "var(--on-accent)" },
    error: { main: "var(--red)" },
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
  typography: { fontFamily: "var(--font)", fontSize: 14, button: { textTransform: "none" } },
  components: {
    MuiTooltip: {
      styleOverrides: {
        tooltip: {
          maxInlineSize: "20rem",
          padding: "0.375rem 0.625rem",
          background: "var(--ink)",
          color: "var(--ground)",
          fontSize: "var(--text-xs)",
          fontWeight: 500,
          lineHeight: 1.45,
        },
      },
    },
    MuiBackdrop: {
      styleOverrides: { root: { "&:not(.MuiBackdrop-invisible)": { background: "var(--scrim)" } } },
    },
    MuiDialog: {
      styleOverrides: {
        paper: {
          ...raised,
          borderRadius: "var(--radius-panel)",
          // MUI's default would leave only 326 of 390 pixels.
          "@media (width < 480px)": {
            width: "calc(100% - 2rem)",
            maxHeight: "calc(100% - 2rem)",
            margin: "1rem",
          },
        },
      },
    },
    MuiMenu: {
      styleOverrides: { paper: { ...raised, minInlineSize: "10rem" } },
    },
    MuiMenuItem: {
      styleOverrides: { root: { minBlockSize: "2.25rem", fontSize: "var(--text-md)" } },
    },
  },
  transitions: { duration: { enteringScreen: 160, leavingScreen: 120 } },
});
