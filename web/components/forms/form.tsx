import Box from "@mui/material/Box";
import { useRef, type FormEvent, type KeyboardEvent, type ReactNode } from "react";
import type { FieldErrors, FieldValues } from "react-hook-form";
import { untilSettled } from "./until-settled.ts";
import type { SchemaForm } from "./use-schema-form.ts";
import { useSingleFlight } from "./use-single-flight.ts";

export interface FormProps<Input extends FieldValues, Output> {
  form: SchemaForm<Input, Output>;
  /** Called with valid values. A rejection is ignored: the mutation's `onError` shows it. */
  onSubmit: (values: Output) => Promise<unknown>;
  onInvalid?: (errors: FieldErrors<Input>) => void;
  className?: string;
  /** Lays out the fields and the buttons one below the other. */
  isStacked?: boolean;
  children: ReactNode;
}

/** A form that ignores further submissions while one is in flight. */
export function Form<Input extends FieldValues, Output>(props: FormProps<Input, Output>) {
  const { form, onSubmit, onInvalid, isStacked = false, className, children } = props;
  const submitOnce = useSingleFlight(
    form.handleSubmit((values) => untilSettled(onSubmit(values)), onInvalid),
  );
  const isTouched = useRef(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    void submitOnce(event);
  }

  function preload() {
    if (isTouched.current) return;
    isTouched.current = true;
    form.preload();
  }

  return (
    <Box
      component="form"
      noValidate
      className={className}
      sx={isStacked ? { display: "grid", gap: "1.125rem" } : undefined}
      onFocus={preload}
      onKeyDown={submitByShortcut}
      onSubmit={submit}
    >
      {children}
    </Box>
  );
}

/** Ctrl+Enter or Cmd+Enter anywhere in a form does what Enter does in an input, as long as its button is enabled. */
function submitByShortcut(event: KeyboardEvent<HTMLFormElement>) {
  const isShortcut = event.key === "Enter" && (event.ctrlKey || event.metaKey);
  // Events of a dialog that the form has opened arrive here, too.
  if (!isShortcut || !event.currentTarget.contains(event.target as Node)) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLButtonElement>("button[type=submit]")?.click();
}
