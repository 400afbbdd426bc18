import Box from "@mui/material/Box";
import FormHelperText from "@mui/material/FormHelperText";
import FormLabel from "@mui/material/FormLabel";
import { type ComponentProps, type ReactNode, useId } from "react";
import { Checkbox } from "./checkbox.tsx";

type Registration = Pick<ComponentProps<"input">, "name" | "onChange" | "onBlur" | "ref">;

interface CheckboxGroupProps extends Registration {
  legend: string;
  /** What each checkbox is for, by value, in the order shown; in groups if they have titles. */
  options: readonly { title?: string; values: Readonly<Record<string, string>> }[];
  error?: string | undefined;
  /** Shown below the legend. */
  children?: ReactNode;
}

/** Several checkboxes for one field, each with an explanation below its name. */
export function CheckboxGroup(props: CheckboxGroupProps) {
  const { legend, options, error, children, ...registration } = props;
  const errorId = useId();
  return (
    <Box
      component="fieldset"
      aria-describedby={error ? errorId : undefined}
      sx={{ display: "grid", gap: 1.75 }}
    >
      <FormLabel component="legend" sx={{ padding: 0, marginBlockEnd: children ? 0 : 1.25 }}>
        {legend}
      </FormLabel>
      {children}
      {error ? (
        <FormHelperText id={errorId} error>
          {error}
        </FormHelperText>
      ) : null}
      {options.map(({ title, values }) => {
        const boxes = Object.entries(values).map(([value, hint]) => (
          <Checkbox
            key={value}
            {...registration}
            label={value}
            hint={hint}
            value={value}
            aria-invalid={error ? true : undefined}
          />
        ));
        if (title === undefined) {
          return (
            <Box key="all" sx={boxesLook}>
              {boxes}
            </Box>
          );
        }
        return (
          <Box key={title} component="fieldset" sx={{ ...boxesLook, ...groupLook }}>
            <FormLabel component="legend">{title}</FormLabel>
            {boxes}
          </Box>
        );
      })}
    </Box>
  );
}

const boxesLook = {
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 15rem), 1fr))",
  gap: "0.75rem 1.25rem",
  "& label": { color: "text.primary", fontWeight: 500 },
  // The explanation is below the name, not below the checkbox.
  "& > div > p": { gridColumn: 2 },
};

const groupLook = {
  paddingBlockStart: 1.5,
  borderTop: "1px solid var(--line)",
  "& > legend": {
    float: "inline-start",
    gridColumn: "1 / -1",
    inlineSize: "100%",
    padding: 0,
    color: "text.secondary",
  },
};
