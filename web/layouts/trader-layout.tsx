import type { ReactNode } from "react";

export function TraderLayout({ children }: { children: ReactNode }) {
  return <main>{children}</main>;
}
