import type { ThemeOptions } from "@mui/material/styles";

/** A button with the focus is disabled only by `aria-disabled`, because `disabled` would make it lose the focus. */
const inactive = '&.Mui-disabled, &[aria-disabled="true"]';
const whenInactive = { [inactive]: { color: "var(--ink-faint)", cursor: "not-allowed" } };
const whenFilledInactive = {
  [inactive]: {
    background: "var(--gray-wash)",
    borderColor: "var(--line)",
    color: "var(--ink-faint)",
    filter: "none",
  },
};

/** What is clicked or filled in. */
export const controls = {
  MuiButton: {
    styleOverrides: {
      root: {
        gap: "0.5rem",
        minWidth: 0,
        minHeight: "2.5rem",
        padding: "0.5625rem 1rem",
        border: "1px solid transparent",
        fontSize: "var(--text-md)",
        whiteSpace: "nowrap",
        "&:hover": { textDecoration: "none" },
        "&.Mui-disabled": { pointerEvents: "auto" },
        ...whenInactive,
        '&[aria-busy="true"]': { cursor: "progress" },
        variants: [
          {
            props: { size: "small" },
            style: {
              minHeight: "2rem",
              padding: "0.3125rem 0.75rem",
              fontSize: "var(--text-sm)",
            },
          },
          {
            props: { variant: "contained", color: "primary" },
            style: {
              background: "var(--accent-fill)",
              "&:hover": { background: "var(--accent-fill-hover)" },
              ...whenFilledInactive,
            },
          },
          {
            props: { variant: "contained", color: "error" },
            style: {
              background: "var(--red-fill)",
              color: "#fff",
              "&:hover": { background: "var(--red-fill)", filter: "brightness(1.1)" },
              ...whenFilledInactive,
            },
          },
          {
            props: { variant: "outlined" },
            style: {
              background: "var(--panel)",
              borderColor: "var(--line-strong)",
              color: "var(--ink)",
              "&:hover": { background: "var(--hover)", borderColor: "var(--line-strong)" },
              ...whenInactive,
              [inactive]: {
                background: "var(--panel)",
                borderColor: "var(--line-strong)",
                color: "var(--ink-faint)",
              },
            },
          },
          {
            props: { variant: "text" },
            style: {
              color: "var(--ink-soft)",
              "&:hover": { background: "var(--hover)", color: "var(--ink)" },
              [inactive]: { background: "transparent", color: "var(--ink-faint)" },
            },
          },
        ],
      },
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: {
        borderRadius: "var(--radius)",
        color: "var(--ink-soft)",
        "&:hover": { background: "var(--hover)", color: "var(--ink)" },
        '&[aria-disabled="true"]': {
          background: "transparent",
          color: "var(--ink-faint)",
          cursor: "not-allowed",
        },
        '&[aria-busy="true"]': { cursor: "progress" },
        '&[aria-busy="true"] svg': { animation: "breathe 900ms ease-in-out infinite alternate" },
        "@keyframes breathe": { to: { opacity: 0.25 } },
      },
      sizeMedium: { width: "2.25rem", height: "2.25rem", padding: 0 },
      // Next to a value in a line of text.
      sizeSmall: { width: "1.5rem", height: "1.5rem", marginBlock: "-0.25rem", padding: 0 },
    },
  },
  MuiLink: {
    styleOverrides: {
      // A button that looks like a link, within a line or a cell.
      button: {
        minWidth: "1.5rem",
        minHeight: "1.5rem",
        borderRadius: 3,
        fontWeight: 550,
        textAlign: "start",
        textUnderlineOffset: "0.2em",
      },
    },
  },
  MuiFormLabel: {
    styleOverrides: {
      root: {
        color: "var(--ink)",
        fontSize: "var(--text-sm)",
        fontWeight: 550,
        lineHeight: "1.25rem",
        "&.Mui-focused, &.Mui-error, &.Mui-disabled": { color: "var(--ink)" },
      },
    },
  },
  MuiFormHelperText: {
    styleOverrides: {
      root: {
        margin: 0,
        color: "var(--ink-soft)",
        fontSize: "var(--text-sm)",
        lineHeight: "1.25rem",
      },
    },
  },
  MuiInputBase: {
    styleOverrides: {
      root: {
        minHeight: "2.5rem",
        border: "1px solid var(--field-line)",
        borderRadius: "var(--radius)",
        background: "var(--panel)",
        fontSize: "inherit",
        lineHeight: "1.375rem",
        transition: "border-color var(--quick), box-shadow var(--quick)",
        "&:hover": { borderColor: "var(--ink-soft)" },
        "&.Mui-focused:focus-within": {
          borderColor: "var(--accent)",
          boxShadow: "0 0 0 1px var(--accent)",
        },
        "&.Mui-disabled, &:has(> input:read-only:not([type=file]))": {
          borderColor: "var(--line)",
          background: "var(--gray-wash)",
          color: "var(--ink-soft)",
        },
        "&.Mui-error": { borderColor: "var(--red)" },
        "&.Mui-error.Mui-focused": { boxShadow: "0 0 0 1px var(--red)" },
      },
      input: {
        height: "auto",
        padding: "0.5rem 0.75rem",
        "&.Mui-disabled": { WebkitTextFillColor: "currentcolor" },
        "&::placeholder": { color: "var(--ink-faint)", opacity: 1 },
        "textarea&": { resize: "vertical" },
        // The icon would make them taller than other fields.
        "&[type=date], &[type=time]": { height: "1.375rem" },
      },
    },
  },
  MuiNativeSelect: {
    styleOverrides: {
      select: {
        paddingInlineEnd: "2.25rem",
        "&:focus": { borderRadius: "inherit" },
        '&:has(option[value=""]:checked)': { color: "var(--ink-faint)" },
        "& option": { background: "var(--raised)", color: "var(--ink)" },
      },
      icon: {
        top: "auto",
        insetInlineEnd: "0.75rem",
        color: "var(--ink-soft)",
        "&.Mui-disabled": { color: "var(--ink-faint)" },
      },
    },
  },
  MuiCheckbox: {
    styleOverrides: {
      // A touch target of 24 px around a box of 18 px.
      root: {
        width: "1.5rem",
        height: "1.5rem",
        margin: "-0.0938rem -0.1875rem",
        padding: 0,
        borderRadius: 4,
        color: "var(--field-line)",
        "&:hover": { background: "none" },
        "& [data-mark]": { visibility: "hidden" },
        "&:has(:checked)": { color: "var(--accent-fill)" },
        "& :checked + svg [data-mark]": { visibility: "visible" },
        "&:has(:focus-visible)": { outline: "2px solid var(--accent)", outlineOffset: 0 },
      },
    },
  },
  MuiToggleButtonGroup: {
    styleOverrides: {
      root: { padding: 2, borderRadius: "var(--radius)", background: "var(--gray-wash)" },
    },
  },
  MuiToggleButton: {
    styleOverrides: {
      root: {
        minWidth: "2.75rem",
        minHeight: "1.75rem",
        padding: "0 0.625rem",
        border: 0,
        fontSize: "var(--text-sm)",
        fontVariantNumeric: "tabular-nums",
        color: "var(--ink-soft)",
        "&.MuiToggleButtonGroup-grouped": { margin: 0, borderRadius: 4 },
        "&:hover": { background: "none", color: "var(--ink)" },
        "&.Mui-selected, &.Mui-selected:hover": {
          background: "var(--raised)",
          color: "var(--ink)",
          boxShadow: "0 0 0 1px var(--line-strong)",
          "@media (forced-colors: active)": {
            background: "Highlight",
            color: "HighlightText",
            forcedColorAdjust: "none",
          },
        },
      },
    },
  },
  MuiTabs: {
    styleOverrides: {
      // The text of the tabs is aligned with the page; their focus rings reach beyond it.
      root: {
        "--ring": "0px",
        minHeight: 0,
        marginInline: "calc(-1 * var(--ring))",
        background:
          "linear-gradient(var(--line), var(--line)) center bottom / calc(100% - 2 * var(--ring)) 1px no-repeat",
        variants: [{ props: { variant: "scrollable" }, style: { "--ring": "0.5rem" } }],
      },
      list: { gap: "var(--ring)" },
      indicator: {
        background: "transparent",
        "&::after": {
          content: '""',
          position: "absolute",
          inset: "0 var(--ring)",
          borderRadius: "2px 2px 0 0",
          background: "var(--accent)",
          "@media (forced-colors: active)": { background: "Highlight" },
        },
      },
    },
  },
  MuiTab: {
    styleOverrides: {
      root: {
        minWidth: 0,
        minHeight: 0,
        padding: "0.625rem 0.5rem",
        lineHeight: 1.5,
        color: "var(--ink-soft)",
        "&:hover, &.Mui-selected": { color: "var(--ink)" },
        "&:focus-visible": { outlineOffset: -3, borderRadius: "var(--radius)" },
      },
    },
  },
} satisfies ThemeOptions["components"];
