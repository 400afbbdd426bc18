import type { ComponentProps } from "react";
import type { Ability } from "../../../src/identity/roles/roles.rule.ts";
import { Button } from "../../components/button/button.tsx";
import { useRefusal } from "./use-may.ts";

interface PermittedButtonProps extends ComponentProps<typeof Button> {
  ability: Ability;
}

/** A button that is disabled, with the reason, for administrators whose role lacks the ability. */
export function PermittedButton({ ability, disabled, title, ...button }: PermittedButtonProps) {
  const refusal = useRefusal(ability);
  return (
    <Button {...button} disabled={disabled || refusal !== undefined} title={refusal ?? title} />
  );
}
