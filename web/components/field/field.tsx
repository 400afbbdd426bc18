import FormControl from "@mui/material/FormControl";
import FormHelperText from "@mui/material/FormHelperText";
import FormLabel from "@mui/material/FormLabel";
import { useId, type ReactNode } from "react";
import styles from "./field.module.css";

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
    <FormControl error={Boolean(error)} className={`${styles.field} ${styles[layout]}`}>
      <FormLabel htmlFor={id} className={isLabelHidden ? "visually-hidden" : styles.label}>
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

/** Divides a control's properties into those of its frame and those of its element. */
export function splitFieldProps<Props extends FieldText>(props: Props) {
  const { label, hint, error, layout, isLabelHidden, ...element } = props;
  return { frame: { label, hint, error, layout, isLabelHidden }, element };
}
