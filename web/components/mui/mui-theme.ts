import { createTheme } from "@mui/material/styles";

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
    MuiTooltip: { defaultProps: { enterDelay: 700, enterNextDelay: 0 } },
    MuiSkeleton: { defaultProps: { animation: "pulse" } },
  },
  transitions: { duration: { enteringScreen: 160, leavingScreen: 120 } },
});
