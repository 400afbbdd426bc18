import type { ThemeOptions } from "@mui/material/styles";

/** Surfaces above the page have a border and a soft shadow instead of MUI's elevations. */
const raised = {
  border: "1px solid var(--line-strong)",
  boxShadow: "var(--shadow-raised)",
};

/** What shows or contains something. */
export const surfaces = {
  MuiChip: {
    styleOverrides: {
      root: {
        height: "auto",
        borderRadius: 4,
        fontSize: "var(--text-xs)",
        fontWeight: 600,
        lineHeight: "1.25rem",
        variants: [
          // A count next to a name.
          {
            props: { color: "warning" },
            style: { background: "var(--yellow-wash)", color: "var(--yellow)" },
          },
          {
            props: { color: "primary" },
            style: { background: "var(--accent-fill)", color: "var(--on-accent)" },
          },
          {
            props: { variant: "outlined" },
            style: {
              maxWidth: "100%",
              borderColor: "var(--line-strong)",
              borderRadius: 999,
              background: "var(--panel)",
              color: "var(--ink-soft)",
              fontWeight: 550,
            },
          },
        ],
      },
      label: { padding: "0 0.5rem" },
    },
  },
  MuiAlert: {
    styleOverrides: {
      root: {
        gap: "0.75rem",
        padding: "0.875rem 1rem",
        borderRadius: "var(--radius-panel)",
        fontSize: "inherit",
        lineHeight: "inherit",
        variants: [
          { props: { severity: "info" }, style: tinted("accent") },
          { props: { severity: "success" }, style: tinted("green") },
          { props: { severity: "warning" }, style: tinted("orange") },
          { props: { severity: "error" }, style: tinted("red") },
        ],
      },
      icon: { margin: 0, padding: 0, opacity: 1 },
      message: {
        display: "grid",
        gap: "0.25rem",
        padding: 0,
        overflowWrap: "anywhere",
        "& a": { textDecoration: "underline" },
      },
    },
  },
  MuiAlertTitle: {
    styleOverrides: {
      root: {
        margin: 0,
        color: "var(--ink)",
        fontSize: "inherit",
        fontWeight: 600,
        lineHeight: "1.25rem",
      },
    },
  },
  MuiSkeleton: {
    styleOverrides: {
      root: {
        maxWidth: "100%",
        background: "var(--gray-wash)",
        variants: [
          { props: { variant: "text" }, style: { borderRadius: "var(--radius)" } },
          { props: { variant: "rectangular" }, style: { borderRadius: "var(--radius)" } },
        ],
      },
    },
  },
  MuiLinearProgress: {
    styleOverrides: {
      root: {
        height: 4,
        borderRadius: 2,
        background: "var(--gray-wash)",
        // Forced colours replace all backgrounds but those in the colours of the system.
        "@media (forced-colors: active)": { outline: "1px solid CanvasText", outlineOffset: -1 },
      },
      bar: {
        background: "var(--bar, var(--accent))",
        transition: "transform 160ms ease-out",
        "@media (forced-colors: active)": { background: "Highlight" },
      },
    },
  },
  MuiPaper: {
    styleOverrides: {
      outlined: {
        borderColor: "var(--line)",
        borderRadius: "var(--radius-panel)",
        background: "var(--panel)",
      },
    },
  },
  MuiTableCell: {
    styleOverrides: {
      root: {
        padding: "0.75rem 1rem 0.75rem 0",
        border: 0,
        fontSize: "inherit",
        lineHeight: "inherit",
        "&:last-child": { paddingInlineEnd: 0 },
      },
      head: {
        paddingBlock: "0 0.625rem",
        color: "var(--ink-soft)",
        fontSize: "var(--text-xs)",
        fontWeight: 550,
        lineHeight: "inherit",
        whiteSpace: "nowrap",
      },
      body: { borderBlockStart: "1px solid var(--line)" },
    },
  },
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
        // It takes the focus when it opens; the ring is for its controls.
        "&:focus-visible": { outline: "none" },
        "& > form": { display: "flex", flexDirection: "column", minHeight: 0 },
        // MUI's default would leave only 326 of 390 pixels.
        "@media (width < 480px)": {
          width: "calc(100% - 2rem)",
          maxHeight: "calc(100% - 2rem)",
          margin: "1rem",
        },
      },
    },
  },
  MuiDialogTitle: {
    styleOverrides: {
      root: { padding: "1.25rem 1.5rem 0", fontSize: "var(--text-lg)", fontWeight: 600 },
    },
  },
  MuiDialogContent: {
    styleOverrides: {
      root: {
        display: "grid",
        flex: "0 1 auto",
        gap: "1.125rem",
        padding: "1rem 1.5rem 1.5rem",
        overflowWrap: "anywhere",
        ".MuiDialogTitle-root + &": { paddingTop: "1rem" },
        "&:focus-visible": { outlineOffset: -2 },
        "& > p": { color: "var(--ink-soft)" },
      },
    },
  },
  MuiDialogActions: {
    styleOverrides: {
      root: {
        flexWrap: "wrap",
        gap: "0.5rem",
        padding: "0.875rem 1.5rem",
        borderTop: "1px solid var(--line)",
        "@media (width < 480px)": { "& > button": { flex: "1 1 auto" } },
      },
    },
  },
  MuiAutocomplete: { styleOverrides: { paper: { ...raised, fontSize: "var(--text-md)" } } },
  MuiMenu: {
    styleOverrides: { paper: { ...raised, minInlineSize: "10rem" } },
  },
  MuiMenuItem: {
    styleOverrides: { root: { minBlockSize: "2.25rem", fontSize: "var(--text-md)" } },
  },
  MuiAppBar: {
    styleOverrides: {
      root: {
        "--AppBar-background": "var(--panel)",
        "--AppBar-color": "var(--ink)",
        borderBottom: "1px solid var(--line)",
      },
    },
  },
  MuiToolbar: {
    styleOverrides: {
      root: {
        gap: "1rem",
        width: "100%",
        maxWidth: "var(--page-width)",
        minHeight: "3.5rem",
        marginInline: "auto",
        paddingInline: "var(--page-gutter)",
      },
    },
  },
  MuiListItemButton: {
    styleOverrides: {
      root: {
        gap: "0.5rem",
        padding: "0.625rem 0.75rem",
        borderRadius: "var(--radius)",
        color: "var(--ink)",
        fontWeight: 550,
        "&:hover": { background: "var(--hover)", textDecoration: "none" },
        "&[aria-current=page]": { background: "var(--accent-wash)", color: "var(--accent)" },
        "&[aria-selected=true]": { background: "var(--accent-wash)" },
      },
    },
  },
  MuiListSubheader: {
    styleOverrides: {
      root: {
        padding: "0.5rem 0.75rem 0.25rem",
        background: "transparent",
        color: "var(--ink-faint)",
        fontSize: "var(--text-xs)",
        fontWeight: 550,
        lineHeight: "1.25rem",
      },
    },
  },
  MuiPopover: { styleOverrides: { paper: raised } },
  MuiDrawer: {
    styleOverrides: { paper: { ...raised, "&:focus-visible": { outline: "none" } } },
  },
} satisfies ThemeOptions["components"];

/** A surface in a signal colour, whose icon has the colour itself. */
function tinted(color: "accent" | "green" | "orange" | "red") {
  return {
    background: `var(--${color}-wash)`,
    color: "var(--ink-soft)",
    "& .MuiAlert-icon": { color: `var(--${color})` },
  };
}
