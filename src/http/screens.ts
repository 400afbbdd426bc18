import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Returns whether a path, without its query, is one of the web client's screens. */
export type IsScreen = (path: string) => boolean;

/** A screen of the web client. */
interface Screen {
  /** The files that it needs besides those of every page. */
  scripts: string[];
}

/**
 * Reads the list of screens that the build derives from the client's route tree.
 * @returns a function that finds the screen at a path, without its query
 */
export async function readScreens(
  clientFolder: string,
): Promise<(path: string) => Screen | undefined> {
  const json = await readFile(join(clientFolder, ".vite/screens.json"), "utf8");
  const screens = Object.entries(JSON.parse(json) as Record<string, string[]>).map(
    ([route, scripts]) => ({ scripts, isAt: matchScreens([route]) }),
  );
  return (path) => screens.find(({ isAt }) => isAt(path));
}

/**
 * @param routes in the notation of TanStack Router: `$id` matches one segment, `{-$code}` one or none, and `$` all
 *   remaining ones
 */
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
