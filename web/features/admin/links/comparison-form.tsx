import Box from "@mui/material/Box";
import { z } from "zod";
import { Button } from "../../../components/button/button.tsx";
import { TextField } from "../../../components/field/text-field.tsx";
import { Form } from "../../../components/forms/form.tsx";
import { useSchemaForm } from "../../../components/forms/use-schema-form.ts";
import type { ComparisonSearch } from "./comparison-search.ts";

const error = { error: "Enter the number of a user, as in its address" };
const user = z
  .string()
  .trim()
  .regex(/^#?[1-9]\d{0,8}$/, error);

const comparisonForm = z
  .object({ a: user, b: user, to: z.string() })
  .transform(({ a, b, to }) => ({ a: idOf(a), b: idOf(b), ...(to !== "" && { to }) }))
  .refine(({ a, b }) => a !== b, { path: ["b"], error: "Choose two different users" });

const idOf = (text: string) => Number(text.replace("#", ""));

interface ComparisonFormProps {
  search: ComparisonSearch;
  onCompare: (search: ComparisonSearch) => void;
}

/** Chooses the users, and the last day of the window. */
export function ComparisonForm({ search: { a, b, to = "" }, onCompare }: ComparisonFormProps) {
  const form = useSchemaForm(comparisonForm, {
    a: a === undefined ? "" : String(a),
    b: b === undefined ? "" : String(b),
    to,
  });
  return (
    <Form form={form} onSubmit={async (values) => onCompare(values)}>
      <Box sx={line}>
        <TextField label="User" inputMode="numeric" autoComplete="off" {...form.field("a")} />
        <TextField label="And User" inputMode="numeric" autoComplete="off" {...form.field("b")} />
        <TextField
          label="Trades Before (UTC)"
          hint="Now if it is empty."
          type="date"
          {...form.field("to")}
        />
        <Button type="submit" look="primary">
          Compare
        </Button>
      </Box>
    </Form>
  );
}

const line = {
  display: "grid",
  gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(3, minmax(0, 12rem)) auto" },
  alignItems: "start",
  gap: "0.75rem 1rem",
  "& > button": { mt: { sm: "1.625rem" }, justifySelf: "start" },
  mb: 2.5,
};
