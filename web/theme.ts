import { createTheme } from "@mui/material/styles";

/** What floats above the page: an edge and a soft shadow in place of MUI's elevations. */
const raised = {
  border: "1px solid var(--line-strong)",
  boxShadow: "var(--shadow-raised)",
};

/**
 * MUI brings what is hard to get right by hand: dialogs, drawers, menus, tooltips, the data grid.
 * Its colours are the tokens of styles/tokens.css, so that one switch turns everything.
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
    MuiLinearProgress: {
      styleOverrides: {
        root: { borderRadius: "2px", background: "var(--gray-wash)" },
        bar: { background: "var(--accent)" },
      },
    },
    MuiPaper: { defaultProps: { elevation: 0 } },
    MuiDialog: { styleOverrides: { paper: { ...raised, borderRadius: "var(--radius-panel)" } } },
    // By itself it takes the longer the more it holds.
    MuiMenu: {
      defaultProps: { transitionDuration: 160 },
      styleOverrides: { paper: { ...raised, minInlineSize: "10rem" } },
    },
    MuiMenuItem: {
      defaultProps: { disableRipple: true },
      styleOverrides: { root: { minBlockSize: "2.25rem", fontSize: "var(--text-md)" } },
    },
  },
  transitions: { duration: { enteringScreen: 160, leavingScreen: 120 } },
});
