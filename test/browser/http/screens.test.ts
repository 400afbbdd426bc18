import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { matchScreens } from "../../../src/http/screens.ts";
import { clientFolder } from "../../../src/http/build-client.ts";

const isScreen = matchScreens([
  "/",
  "/admin",
  "/admin/users",
  "/admin/users/$id",
  "/files/$",
  "/a.b",
  "/verify/{-$code}",
]);

it.each([
  "/",
  "/admin",
  "/admin/",
  "/Admin",
  "/admin/users",
  "/admin/users/7",
  "/files/one",
  "/files/one/two",
  "/a.b",
  "/verify",
  "/verify/",
  "/verify/7K3M-Q9TX-2B4D",
])("%s is a screen", (path) => {
  expect(isScreen(path)).toBe(true);
});

it.each([
  "/nowhere",
  "/admin/nowhere",
  "/admins",
  "/x/admin",
  "/admin/users/7/8",
  "/files",
  "/axb",
  "/verify/7K3M/Q9TX",
  "//",
])("%s is not a screen", (path) => {
  expect(isScreen(path)).toBe(false);
});

it("the built client lists every path of its route tree", async () => {
  const built = await readFile(join(clientFolder, ".vite/screens.json"), "utf8");
  const tree = await readFile(join(import.meta.dirname, "../../../web/route-tree.gen.ts"), "utf8");
  const paths = /interface FileRoutesByTo \{\n([^]*?)\n\}/.exec(tree)![1]!.matchAll(/"([^"]+)":/g);
  expect(Object.keys(JSON.parse(built) as object)).toEqual(
    Array.from(paths, ([, path]) => path).toSorted(),
  );
});

it("the built client lists the scripts of each screen with those of its layout", async () => {
  const built = await readFile(join(clientFolder, ".vite/screens.json"), "utf8");
  const screens = JSON.parse(built) as Record<string, string[]>;
  for (const [path, scripts] of Object.entries(screens)) {
    expect([path, scripts.length > 0]).toEqual([path, true]);
    expect(new Set(scripts).size).toBe(scripts.length);
  }
  const shared = new Set(screens["/admin/team"]).intersection(new Set(screens["/admin/users"]));
  // The layout and the modules that both areas share.
  expect(shared.size).toBeGreaterThanOrEqual(3);
});
