import type { ReactNode } from "react";

/** Holds skeletons in the shape of what is being loaded. */
export function LoadingRegion({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} aria-busy="true">
      {children}
    </section>
  );
}
