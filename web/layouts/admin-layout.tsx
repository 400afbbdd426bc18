import type { ReactNode } from "react";

export function AdminLayout({ children }: { children: ReactNode }) {
  return <main>{children}</main>;
}
