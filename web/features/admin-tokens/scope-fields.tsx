import { type ComponentProps, useId } from "react";
import { scopeNames, scopes } from "../../../src/identity/tokens/scopes.rule.ts";
import { Checkbox } from "../../components/field/checkbox.tsx";
import styles from "./tokens.module.css";

interface ScopeFieldsProps extends Pick<
  ComponentProps<"input">,
  "name" | "onChange" | "onBlur" | "ref"
> {
  error: string | undefined;
}

/** One checkbox for each scope, with its explanation. */
export function ScopeFields({ error, ...registration }: ScopeFieldsProps) {
  const errorId = useId();
  return (
    <fieldset className={styles.fields} aria-describedby={error ? errorId : undefined}>
      <legend>Scopes</legend>
      {error ? (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      ) : null}
      {scopeNames.map((scope) => (
        <Checkbox
          key={scope}
          {...registration}
          label={scope}
          hint={scopes[scope]}
          value={scope}
          aria-invalid={error ? true : undefined}
        />
      ))}
    </fieldset>
  );
}
