import type { ReactNode } from "react";

/** Wraps the skeletons of content that is loading. */
export function LoadingRegion({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} aria-busy="true">
      {children}
    </section>
  );
}
