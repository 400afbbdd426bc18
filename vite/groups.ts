import type { Plugin } from "vite";
import { reach } from "./reach.ts";
import { routeName } from "./routes.ts";

/** Loaded with the first form that validates, not with the screen that opens it. */
const validation = /\/node_modules\/zod\//;

/**
 * Groups the modules that several screens need into files, by the kind of the screens that need them. Left alone, the
 * bundler writes a file for each set of screens: over a hundred for the trader's home, most of them under 2 kB.
 */
export function groupByScreens(): { plugin: Plugin; nameOf: (module: string) => string | null } {
  const screensOf = new Map<string, Set<string>>();
  const validating = new Set<string>();
  const plugin: Plugin = {
    name: "group-by-screens",
    apply: "build",
    buildEnd() {
      const importedBy = (id: string) => this.getModuleInfo(id)?.importedIds ?? [];
      const importersOf = (id: string) => this.getModuleInfo(id)?.importers ?? [];
      for (const id of this.getModuleIds()) {
        if (validation.test(id)) reach(id, importersOf, validating);
        const screen = routeName(id);
        if (screen === undefined) continue;
        for (const needed of reach(id, importedBy)) {
          screensOf.set(needed, (screensOf.get(needed) ?? new Set()).add(screen));
        }
      }
    },
  };
  return {
    plugin,
    nameOf: (id) => nameGroup(screensOf.get(id) ?? new Set(), validating.has(id)),
  };
}

/**
 * Returns the name of the file for a module, or null if the bundler should decide.
 * @param screens the names of the routes that need it as soon as they are shown, layouts included
 */
export function nameGroup(screens: Set<string>, isValidating: boolean): string | null {
  // The sign-in has a budget: what it needs contains nothing else.
  if (screens.has("auth")) return "sign-in";
  if (screens.size < 2 || isValidating) return null;
  const name = [
    nameVisitorsPart(screens),
    nameTradersPart(screens),
    nameAdministratorsPart(screens),
  ].filter(Boolean);
  return name.length > 0 ? name.join("-") : null;
}

function nameVisitorsPart(screens: Set<string>): string | null {
  return [...screens].some((screen) => !/^(?:_trader|admin)\b/.test(screen)) ? "visitors" : null;
}

function nameTradersPart(screens: Set<string>): string | null {
  if (screens.has("_trader")) return "trader";
  if (screens.has("_trader/index")) return "home";
  return countIn(screens, "_trader/") > 1 ? "traders" : null;
}

function nameAdministratorsPart(screens: Set<string>): string | null {
  if (screens.has("admin")) return "admin";
  if (screens.has("admin/users") && screens.has("admin/payouts")) return "tables";
  return countIn(screens, "admin/") > 2 ? "admins" : null;
}

function countIn(screens: Set<string>, folder: string): number {
  return [...screens].filter((screen) => screen.startsWith(folder)).length;
}
