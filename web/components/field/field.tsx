import FormControl from "@mui/material/FormControl";
import FormHelperText from "@mui/material/FormHelperText";
import FormLabel from "@mui/material/FormLabel";
import { useId, type ReactNode } from "react";

/** The properties of the frame that every control has. */
export interface FieldText {
  label: ReactNode;
  hint?: ReactNode;
  /** The validation message; shown above the hint. */
  error?: string;
  /** `inline` puts a small control after its label, as in the toolbar of a table. */
  layout?: "stacked" | "inline" | "checkbox";
  /** Hides the label visually; screen readers still announce it. */
  isLabelHidden?: boolean;
}

/** The attributes that connect a control to its label and its messages. */
interface ControlAttributes {
  id: string;
  "aria-invalid": boolean | undefined;
  "aria-describedby": string | undefined;
}

interface FieldProps extends FieldText {
  children: (attributes: ControlAttributes) => ReactNode;
}

/** The frame of every control: its label, its error and its hint. */
export function Field(props: FieldProps) {
  const { label, hint, error, layout = "stacked", isLabelHidden = false, children } = props;
  const id = useId();
  const [errorId, hintId] = [`${id}-error`, `${id}-hint`];
  const notes = [error && errorId, hint && hintId].filter(Boolean).join(" ");
  return (
    <FormControl error={Boolean(error)} sx={layouts[layout]}>
      <FormLabel htmlFor={id} className={isLabelHidden ? "visually-hidden" : undefined}>
        {label}
      </FormLabel>
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": notes || undefined,
      })}
      {error ? <FormHelperText id={errorId}>{error}</FormHelperText> : null}
      {hint ? (
        <FormHelperText id={hintId} error={false}>
          {hint}
        </FormHelperText>
      ) : null}
    </FormControl>
  );
}

/** A frame's label above its control, and its messages below. */
export const stackedField = {
  display: "grid",
  gap: 0.75,
  alignContent: "start",
  // Phones zoom in on focus if the text of a control is smaller.
  "@media (width < 768px)": { "& > .MuiInputBase-root": { fontSize: "1rem" } },
};

const layouts = {
  stacked: stackedField,
  inline: {
    flexDirection: "row",
    alignItems: "center",
    gap: 1,
    minWidth: 0,
    "& > .MuiFormLabel-root": { color: "text.secondary", fontWeight: 400, whiteSpace: "nowrap" },
    "& > .MuiInputBase-root": {
      height: "2.25rem",
      minHeight: 0,
      minWidth: 0,
      borderColor: "var(--line-strong)",
      "&:hover": { borderColor: "var(--field-line)" },
    },
    "& select": { pr: "1.875rem", color: "text.primary" },
    "& svg": { width: 14, height: 14, mr: -0.25 },
  },
  checkbox: {
    display: "grid",
    gridTemplateColumns: "auto minmax(0, 1fr)",
    alignItems: "start",
    gap: "0.25rem 0.5rem",
    "& > .MuiFormLabel-root": {
      order: 1,
      color: "text.secondary",
      font: "inherit",
    },
    "& > p": { order: 2, gridColumn: "1 / -1" },
  },
};

/** Divides a control's properties into those of its frame and those of its element. */
export function splitFieldProps<Props extends FieldText>(props: Props) {
  const { label, hint, error, layout, isLabelHidden, ...element } = props;
  return { frame: { label, hint, error, layout, isLabelHidden }, element };
}
