import type { ReactNode } from "react";

/** Holds skeletons in the shape of what is being loaded. */
export function LoadingRegion({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div role="region" aria-label={name} aria-busy="true">
      {children}
    </div>
  );
}
