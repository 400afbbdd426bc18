import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { matchScreens } from "../../src/http/screens.ts";
import { clientFolder } from "../../src/http/client-folder.ts";

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
  const tree = await readFile(join(import.meta.dirname, "../../web/route-tree.gen.ts"), "utf8");
  const paths = /interface FileRoutesByTo \{\n([^]*?)\n\}/.exec(tree)![1]!.matchAll(/"([^"]+)":/g);
  expect(JSON.parse(built)).toEqual(Array.from(paths, ([, path]) => path).toSorted());
});
