import { useMatches } from "@tanstack/react-router";
import { useEffect } from "react";
import { firmName } from "./page-meta.ts";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** Shown in the browser's tab before the firm's name. */
    title?: string;
  }
}

export function usePageTitle() {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  useEffect(() => {
    document.title = title ? `${title} · ${firmName}` : firmName;
  }, [title]);
}
