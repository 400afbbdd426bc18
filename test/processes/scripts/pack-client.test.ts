import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import rootPackage from "../../../package.json" with { type: "json" };
import { startApp, type TestApp } from "../../support/app.ts";
import { compile } from "../../support/compile.ts";

const root = join(import.meta.dirname, "../../..");
const execute = promisify(execFile);

/** Links a package of this repository into a project, which costs less than to install it. */
async function link(project: string, name: string): Promise<void> {
  const path = join(project, "node_modules", name);
  await mkdir(dirname(path), { recursive: true });
  await symlink(join(root, "node_modules", name), path);
}

/** @throws Error with the program's output */
const run = (file: string, args: string[], options: object) =>
  execute(file, args, options).catch((error: Error & { stdout: string; stderr: string }) => {
    throw new Error(`${error.message}\n${error.stdout}\n${error.stderr}`);
  });

const script = `
import { createPropdeskClient, TRPCClientError } from "propdesk-client";

const { BASE = "", TOKEN = "" } = process.env;
const tool = createPropdeskClient({ url: BASE, token: TOKEN });
const [trader] = await tool.admin.users.list.query({ limit: 1 });
const name: string | null | undefined = trader?.fullName;
const isDate: boolean | undefined = trader && trader.createdAt instanceof Date;
// Fields with a default may be left out.
const { rows } = await tool.admin.payouts.page.query({ pageSize: 3 });
const amounts: string[] = rows.map(({ amount }) => amount);
// @ts-expect-error ids are numbers
const id: string | undefined = trader?.id;
// @ts-expect-error the call does not exist
void tool.admin.users.rename;

const visitor = createPropdeskClient({ url: BASE });
let refusal = "";
try {
  await visitor.auth.login.mutate({ email: "olivia", password: "" });
} catch (error) {
  if (!(error instanceof TRPCClientError)) throw error;
  refusal = error.message;
}
await visitor.auth.login.mutate({ email: "olivia@example.com", password: "correct horse 1" });
const request = { amount: "10", paymentMethod: "bank" } as const;
const context = { idempotencyKey: "one" };
const first = await visitor.trader.payouts.request.mutate(request, { context });
const second = await visitor.trader.payouts.request.mutate(request, { context });
console.log(JSON.stringify({ name, isDate, id: typeof id, refusal, amounts, same: first.id === second.id }));
`;

const component = `
import { QueryClient } from "@tanstack/react-query";
import { createElement } from "react";
import { createPropdeskReactClient, propdesk } from "propdesk-client/react";

export const client = createPropdeskReactClient({ url: "https://desk.example.com" });
export const queryClient = new QueryClient();
export function Payouts() {
  const { data } = propdesk.trader.payouts.list.useQuery();
  const amounts: string[] = data?.map(({ amount }) => amount) ?? [];
  return createElement("p", null, amounts.join());
}
`;

const same = `
/// <reference path="../../../../src/declarations.ts" />
/// <reference path="../../../../src/entities.ts" />
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import type { AppRouter as Server } from "../../../../src/http/app-router.ts";
import type { AppRouter as Packed } from "./package/dist/app-router.d.ts";

type Streaming = { trader: object; admin: { actions: object; reviews: object; me: object } };
/**
 * Left out, too: views, whose tables and parameters are names on the server and listed only in the packed types, and the
 * second factor of administrators, whose type on the server also has the answer that only traders receive.
 */
type WithoutStreams<Router extends Streaming> = Omit<Router, "trader" | "admin"> & {
  trader: Omit<Router["trader"], "live">;
  admin: Omit<Router["admin"], "live" | "actions" | "reviews" | "views" | "me"> & {
    actions: Omit<Router["admin"]["actions"], "live">;
    reviews: Omit<Router["admin"]["reviews"], "live">;
    me: Omit<Router["admin"]["me"], "secondFactor">;
  };
};
type IsSame<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false;
type Parts<Router extends { trader: object; admin: object }> = Router["admin"] & Router["trader"];

/** Generic schemas lose that a field with a default may be left out; the packed types do not. */
type Complete<Value> = Value extends Date | string | number | boolean | null | undefined | void
  ? Value
  : { [Name in keyof Value]-?: Complete<Exclude<Value[Name], undefined>> };
type Inputs<Router extends Streaming> = Complete<WithoutStreams<Router>>;

export const inputs: IsSame<
  Inputs<inferRouterInputs<Server>>,
  Inputs<inferRouterInputs<Packed>>
> = true;
export const outputs: IsSame<
  WithoutStreams<inferRouterOutputs<Server>>,
  WithoutStreams<inferRouterOutputs<Packed>>
> = true;
// @ts-expect-error the comparison notices a difference
export const difference: IsSame<Parts<inferRouterInputs<Server>>, Parts<inferRouterOutputs<Packed>>> = true;
`;

let test: TestApp;
let folder: string;
let inside: string;
beforeAll(async () => {
  test = await startApp({ listen: true });
  folder = await mkdtemp(join(tmpdir(), "propdesk-typed-client-"));
  inside = await mkdtemp(join(import.meta.dirname, ".client-"));
});
afterAll(async () => {
  await test?.close();
  await rm(folder, { recursive: true, force: true });
  await rm(inside, { recursive: true, force: true });
});

describe("the packed client", () => {
  let tarball: string;

  it("is small, and contains nothing of the server", async () => {
    const args = ["run", "--silent", "client:pack", "--", folder];
    const { stdout } = await run("npm", args, { cwd: root });
    tarball = stdout.trim();
    expect(tarball).toBe(join(folder, `propdesk-client-${rootPackage.version}.tgz`));
    expect((await stat(tarball)).size).toBeLessThan(400 * 1024);
    await run("tar", ["xzf", tarball, "-C", inside], {});
    const { stdout: files } = await run("tar", ["tzf", tarball], {});
    expect(files.trim().split("\n").toSorted()).toEqual(
      [
        "LICENSE",
        "README.md",
        ...["app-router", "index", "link", "react"].flatMap((name) => [
          `dist/${name}.d.ts`,
          `dist/${name}.js`,
        ]),
        "package.json",
      ].map((name) => `package/${name}`),
    );
  });

  it("installs in an empty project with strict checks, compiles there and calls a server", async () => {
    const project = join(folder, "project");
    await mkdir(project);
    const files = {
      "package.json": JSON.stringify({ name: "tool", private: true, type: "module" }),
      "tsconfig.json": JSON.stringify({
        compilerOptions: {
          module: "nodenext",
          target: "es2022",
          strict: true,
          exactOptionalPropertyTypes: true,
          skipLibCheck: false,
          types: ["node"],
          outDir: "built",
          rootDir: ".",
        },
        include: ["*.ts"],
      }),
      "tool.ts": script,
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(project, name), text);
    const install = ["install", "--prefer-offline", "--no-audit", "--no-fund", tarball];
    await run("npm", install, { cwd: project });
    const installed = await readdir(join(project, "node_modules"));
    expect(installed).not.toContain("zod");
    expect(installed).not.toContain("fastify");
    expect(installed).not.toContain("react");
    await link(project, "@types/node");
    const tsc = join(root, "node_modules/.bin/tsc");
    await run(tsc, ["-p", project], {});
    const administrator = await test.administrator();
    const olivia = await test.trader({ email: "olivia@example.com" });
    await administrator.patch(`/api/admin/user/${olivia.id}/account`, { payoutEnabled: true });
    const { token } = await test.token(["users:read", "payouts:read"]);
    const env = { ...process.env, BASE: test.url, TOKEN: token };
    const { stdout } = await run(process.execPath, [join(project, "built/tool.js")], { env });
    expect(JSON.parse(stdout)).toEqual({
      name: "Olivia Bennett",
      isDate: true,
      id: "number",
      refusal: "Please enter a valid email",
      amounts: [],
      same: true,
    });

    // The hooks require packages that a tool does not. Types of libraries are not checked, because those of
    // @trpc/react-query import `ws`, which is not installed.
    const hooks = ["@tanstack/react-query", "@trpc/react-query", "react", "react-dom"];
    for (const name of [...hooks, "@types/react"]) await link(project, name);
    await writeFile(join(project, "payouts.ts"), component);
    await run(tsc, ["-p", project, "--skipLibCheck"], {});
    const loads = `import("./built/payouts.js").then(({ Payouts }) => console.log(typeof Payouts))`;
    const loaded = await run(process.execPath, ["-e", loads], { cwd: project });
    expect(loaded.stdout.trim()).toBe("function");
  });

  it("has the types of the server's own router", async () => {
    await writeFile(join(inside, "same.ts"), same);
    await compile(inside, { lib: ["esnext", "dom", "dom.iterable"] });
  });
});
