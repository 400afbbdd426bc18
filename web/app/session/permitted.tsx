import type { ReactNode } from "react";
import type { Ability } from "../../../src/identity/roles/roles.rule.ts";
import { useMay } from "./use-may.ts";

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
