import { useMatches } from "@tanstack/react-router";
import { useEffect } from "react";
import { createStore, useStore } from "../store.ts";
import { firmName } from "./page-meta.ts";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** Shown in the browser's tab before the firm's name. */
    title?: string;
  }
}

/** The name of the person or thing that the current page is about. */
const subject = createStore<string | undefined>(undefined);

export function usePageTitle() {
  const general = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  const title = useStore(subject) ?? general;
  useEffect(() => {
    document.title = title ? `${title} · ${firmName}` : firmName;
  }, [title]);
}

/** Sets the page's title to a name that is only known once the page has loaded. */
export function useSubjectTitle(name: string) {
  useEffect(() => {
    subject.set(name);
    return () => subject.set(undefined);
  }, [name]);
}
