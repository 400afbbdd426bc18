import type { ComponentProps, ReactNode } from "react";
import type { Ability } from "../../../src/identity/roles/roles.rule.ts";
import { useMay, useRefusal } from "./use-may.ts";
import { Button } from "../../components/button/button.tsx";

interface PermittedProps {
  to: Ability;
  /** Shown to administrators without the ability. */
  otherwise?: ReactNode;
  children: ReactNode;
}

/** Shows its children only to administrators whose role has the ability. */
export function Permitted({ to, otherwise = null, children }: PermittedProps) {
  return useMay(to) ? children : otherwise;
}

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
