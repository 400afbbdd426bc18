import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Whether a path, without its query, is one of the web client's screens. */
export type IsScreen = (path: string) => boolean;

/** Reads the list that the build takes from the client's route tree. */
export async function readScreens(clientFolder: string): Promise<IsScreen> {
  const json = await readFile(join(clientFolder, ".vite/screens.json"), "utf8");
  return matchScreens(JSON.parse(json) as string[]);
}

/** @param routes as TanStack Router writes them: `/users/$id` takes one segment, `/verify/{-$code}` one or none,
 *   `/files/$` the rest */
export function matchScreens(routes: string[]): IsScreen {
  const patterns = routes.map((route) => {
    const segments = route.split("/").filter(Boolean).map(segmentPattern);
    return new RegExp(`^${segments.join("")}/?$`, "i");
  });
  return (path) => patterns.some((pattern) => pattern.test(path));
}

function segmentPattern(segment: string): string {
  if (segment === "$") return "/.+";
  if (segment.startsWith("{-$")) return "(?:/[^/]+)?";
  if (segment.startsWith("$")) return "/[^/]+";
  return `/${RegExp.escape(segment)}`;
}
